import { createContext } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { NoMessageError, Problem, ProblemError } from '#contract/problem.ts'

import { tellError } from '../browser-errors.ts'

/** The typed API as this request's client, for loaders and actions. Set in render.ts on the server, by the middleware of layouts in browsers. */
export const apiContext = createContext<Api>()

/** A loader that meets a problem answers with the problem's own status and reaches the nearest error page. */
export const problemResponse = (error: ProblemError) => Response.json(error.problem, { status: error.status })

/**
 * What to tell when a call failed: the server's message when there is one. Without one the sentence of the place, where
 * it has one of its own, else the sentence of the call (specification section 8). A redirect is thrown on, and what is no answer at all is told as an error of the page.
 */
export function problemOf(
  thrown: unknown,
  ofPlace?: string,
): Pick<Problem, 'message'> & Partial<Omit<Problem, 'success' | 'message' | 'errors'>> {
  if (thrown instanceof Response) throw thrown
  const { problem, hasNoMessage } = (thrown ?? {}) as { problem?: Problem; hasNoMessage?: boolean }
  if (!problem) {
    tellError(thrown)
    return { message: ofPlace ?? 'Request failed' }
  }
  if (hasNoMessage) return { message: ofPlace ?? problem.message }
  const { success: _, errors: __, ...details } = problem
  return details
}

/** The same of a call whose sentence names the status of the answer, where there was one: it goes before that of the place. */
export const problemWithStatus = (thrown: unknown, ofPlace: string | undefined) =>
  problemOf(thrown, (thrown as Partial<NoMessageError> | undefined)?.answered ? undefined : ofPlace)
