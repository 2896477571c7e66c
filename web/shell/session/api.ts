import { createContext, type RouterContextProvider } from 'react-router'

import type { Api } from '#contract/client.ts'
import type { Site } from '#contract/content/content.ts'
import type { NoMessageError, Problem, ProblemError } from '#contract/kit/problem.ts'

import { reportBrowserError } from '../browser-errors.ts'

/**
 * The typed API as the client of this request, for loaders and actions. Set by `provideApi` on the server, and by the
 * middleware of layouts in browsers.
 */
export const apiContext = createContext<Api>()

/** Returns the site facts, which are asked for once for a page that the server renders. */
export const siteContext = createContext<() => Promise<Site>>()

/** Gives the loaders of one request on the server the API as its client. */
export function provideApi(context: RouterContextProvider, api: Api) {
  let site: ReturnType<Api['content']['site']> | undefined
  context.set(apiContext, api)
  context.set(siteContext, async () => (await (site ??= api.content.site())).site)
}

/** Makes a response with the problem and its status; as the error of a loader it reaches the nearest error page. */
export const problemResponse = ({ problem, status }: ProblemError) =>
  new Response(JSON.stringify(problem), { status, headers: { 'content-type': 'application/json' } })

/**
 * Returns the message of a failed call: the server's when there is one, otherwise `fallback` where it is given,
 * otherwise the call's own (specification section 8). Rethrows redirects, and reports what is no answer at all as an
 * error of the page.
 */
export function problemOf(
  thrown: unknown,
  fallback?: string,
): Pick<Problem, 'message'> & Partial<Omit<Problem, 'success' | 'message' | 'errors'>> {
  if (thrown instanceof Response) throw thrown
  const { problem, hasNoMessage } = (thrown ?? {}) as { problem?: Problem; hasNoMessage?: boolean }
  if (!problem) {
    reportBrowserError(thrown)
    return { message: fallback ?? 'Request failed' }
  }
  if (hasNoMessage) return { message: fallback ?? problem.message }
  const { success: _, errors: __, ...details } = problem
  return details
}

/**
 * Returns the same for a call whose own message names the status of the answer. When there was an answer, that
 * message goes before `fallback`.
 */
export const problemWithStatus = (thrown: unknown, fallback: string | undefined) =>
  problemOf(thrown, (thrown as Partial<NoMessageError> | undefined)?.answerStatus ? undefined : fallback)
