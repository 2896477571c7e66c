import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a page's shouldRevalidate: after a form that no server answered nothing is loaded again, which would fail as well and
 * take the page away with what was typed.
 */
export const unlessUnanswered = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !isUnanswered(actionResult)

const isUnanswered = (result: unknown) =>
  typeof result === 'object' &&
  result !== null &&
  'message' in result &&
  !('done' in result) &&
  (result as { code?: unknown }).code === undefined
