import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Whether an action left what is loaded as it was: one of Settings, which puts what it saved into the session, and one
 * that failed. Nothing is loaded again then, so that no call that fails after it takes its message or the page away.
 */
export const changesNothing = ({ formMethod, formAction, actionResult }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' && (formAction?.split('?')[0] === '/profile' || hasFailed(actionResult))

const hasFailed = (result: unknown) =>
  typeof result === 'object' && result !== null && 'message' in result && !('done' in result)
