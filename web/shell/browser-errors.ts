import type { browserErrors } from '#contract/dashboard/browser-errors.ts'
import type { Call } from '#contract/endpoint.ts'
import { plainMessage } from '#contract/plain-message.ts'

/** Different errors that one opened page tells of. */
const max = 5
const told = new Set<string>()
let page = '*'

/** Tells the server of errors that nobody caught, React's own of hydration among them. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => tellError(error))
  addEventListener('unhandledrejection', ({ reason }) => tellError(reason))
}

/** Names the page that errors are of from now on, by its pattern: its address may say who somebody is. */
export function nameErrorPage(path: string, params: Readonly<Record<string, string | undefined>>): void {
  const names = new Map(
    Object.entries(params).map(([name, value]) => [encodeURIComponent(value ?? ''), name]),
  )
  const partOf = (part: string) => (names.has(part) ? `:${names.get(part)}` : part)
  page = '*' in params ? '*' : path.split('/').map(partOf).join('/')
}

/** Tells the server of an error once, without any text of the reader's. Not of what browsers and their extensions do, nor of an answer that says no: the server knows that itself. */
export function tellError(thrown: unknown, pattern = page): void {
  if (typeof document === 'undefined' || !(thrown instanceof Error) || 'problem' in thrown) return
  const { name, message, stack = '' } = thrown
  if (isNoise.test(`${name} ${message}`) || stack.includes('-extension://')) return
  const body: Call<typeof browserErrors.report>['body'] = {
    message: plainMessage(`${name}: ${message}`),
    page: pattern,
    place: /assets\/[\w-]+\.js:\d+:\d+/.exec(stack)?.[0] ?? '',
    release: (import.meta.env.VITE_RELEASE as string | undefined) ?? 'dev',
  }
  const key = body.message + body.place
  if (told.has(key) || told.size >= max) return
  told.add(key)
  navigator.sendBeacon('/api/browser-errors', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** A page that was left, a connection that broke, a browser that postpones work, and what the server has logged. */
const isNoise =
  /^AbortError|Failed to fetch|NetworkError|Load failed|ResizeObserver loop|Unexpected Server Error$/
