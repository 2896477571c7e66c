import { ProblemError } from '#contract/kit/problem.ts'

import { passwordProblem } from '../../passwords/service.ts'

/** Throws invalid_input at a field for a new password that could be guessed. `about`: what others know of its owner. */
export function requirePassword(password: string, about: string[], field: string): void {
  const problem = passwordProblem(password, about)?.replace(/^expected/, 'Use')
  if (problem)
    throw new ProblemError('invalid_input', problem, { errors: [problem], fields: { [field]: problem } })
}
