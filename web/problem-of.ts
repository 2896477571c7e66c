import type { Problem } from '#contract/problem.ts'

/** What to tell when a call failed: the server's message when there is one, else the fallback (specification section 8). */
export function problemOf(
  thrown: unknown,
  fallback: string,
): Pick<Problem, 'message' | 'fields' | 'requiresRegistration'> {
  const problem = (thrown as { problem?: Problem } | null)?.problem
  if (!problem || problem.code === 'internal' || problem.message === 'Request failed')
    return { message: problem?.message ?? fallback }
  const { message, fields, requiresRegistration } = problem
  return { message, ...(fields && { fields }), ...(requiresRegistration && { requiresRegistration }) }
}
