import type { browserErrors } from '#contract/dashboard/browser-errors.ts'
import { redactMessage } from '#contract/dashboard/redact-message.ts'
import type { Call } from '#contract/kit/endpoint.ts'

/** Maximum number of different errors that one page load reports. */
const maxErrors = 5
const reported = new Set<string>()
let page = '*'

/** Reports uncaught errors to the server, React's errors of hydration among them. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => reportBrowserError(error))
  addEventListener('unhandledrejection', ({ reason }) => reportBrowserError(reason))
}

/** Sets the page to which later errors belong, by its pattern, because its address may identify a person. */
export function setErrorPage(path: string, params: Readonly<Record<string, string | undefined>>): void {
  const names = new Map(
    Object.entries(params).map(([name, value]) => [encodeURIComponent(value ?? ''), name]),
  )
  const partOf = (part: string) => (names.has(part) ? `:${names.get(part)}` : part)
  page = '*' in params ? '*' : path.split('/').map(partOf).join('/')
}

/**
 * Reports an error to the server once, without any text of the reader. Leaves out errors of browsers and their
 * extensions, and refusals by the server, which it knows itself.
 */
export function reportBrowserError(thrown: unknown, pattern = page): void {
  if (typeof document === 'undefined' || !(thrown instanceof Error) || 'problem' in thrown) return
  const { name, message, stack = '' } = thrown
  if (isNoise.test(`${name} ${message}`) || stack.includes('-extension://')) return
  const body: Call<typeof browserErrors.report>['body'] = {
    message: redactMessage(`${name}: ${message}`),
    page: pattern,
    place: /assets\/[\w-]+\.js:\d+:\d+/.exec(stack)?.[0] ?? '',
    release: (import.meta.env.VITE_RELEASE as string | undefined) ?? 'dev',
  }
  const key = body.message + body.place
  if (reported.has(key) || reported.size >= maxErrors) return
  reported.add(key)
  navigator.sendBeacon?.(
    '/api/browser-errors',
    new Blob([JSON.stringify(body)], { type: 'application/json' }),
  )
}

/**
 * Errors to ignore: a page that was left, a lost connection, work that the browser postpones, and what the server has
 * logged.
 */
const isNoise =
  /^AbortError|Failed to fetch|NetworkError|Load failed|ResizeObserver loop|Unexpected Server Error$/
