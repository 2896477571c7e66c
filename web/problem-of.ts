import type { Problem } from '#contract/problem.ts'

/** What to tell when a call failed: the server's message when there is one, else the fallback (specification section 8). */
export function problemOf(
  thrown: unknown,
  fallback: string,
): Pick<Problem, 'message'> & Partial<Omit<Problem, 'success' | 'message' | 'errors'>> {
  const problem = (thrown as { problem?: Problem } | null)?.problem
  if (!problem || problem.code === 'internal' || problem.message === 'Request failed')
    return { message: problem?.message ?? fallback }
  const { success: _, errors: __, ...told } = problem
  return told
}
