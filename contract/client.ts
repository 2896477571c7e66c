import { type Contract, contract } from './index.ts'
import type { Call, Endpoint, Reply } from './kit/endpoint.ts'
import { NoMessageError, Problem, ProblemError } from './kit/problem.ts'

/** The part of a Response that a call reads; status 0 when there was no response. */
export interface Answer {
  status: number
  statusText?: string
  text(): Promise<string>
  blob(): Promise<Blob>
}

/** Sends one request: `fetch` in the browser, `app.inject` while rendering on the server. */
export type Send = (request: { method: string; url: string; body?: string | FormData }) => Promise<Answer>

type Caller<E extends Endpoint> =
  {} extends Call<E> ? (call?: Call<E>) => Promise<Reply<E>> : (call: Call<E>) => Promise<Reply<E>>
export type Api = {
  [G in keyof Contract]: {
    [N in keyof Contract[G]]: Contract[G][N] extends Endpoint ? Caller<Contract[G][N]> : never
  }
}

type Raise = (problem: ProblemError) => unknown

/**
 * Creates the whole API as typed functions. `raise` converts the problem of a failed call into what is thrown:
 * ProblemError by default, a Response while rendering pages. `areChecked`: the answers come from this process, which
 * has validated them.
 */
export function createApi(send: Send, raise: Raise = (problem) => problem, { areChecked = false } = {}): Api {
  const groups: Record<string, Record<string, Endpoint>> = contract
  return lazily(groups, (group) =>
    lazily(group, (endpoint) => caller(endpoint, send, { raise, areChecked })),
  ) as unknown as Api
}

/**
 * Creates an object with the same keys whose values are created on first use, because a page calls one or two of a
 * hundred.
 */
function lazily<Source, Made>(source: Record<string, Source>, make: (value: Source) => Made) {
  const made: Record<string, Made | undefined> = {}
  return new Proxy(made, {
    get: (_, name) => {
      if (typeof name !== 'string' || !Object.hasOwn(source, name)) return undefined
      return (made[name] ??= make(source[name]!))
    },
  })
}

interface AnyCall {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

const caller = (
  endpoint: Endpoint,
  send: Send,
  { raise, areChecked }: { raise: Raise; areChecked: boolean },
) => {
  return async (call: AnyCall = {}) => {
    const body = call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const answer = await send({
      method: endpoint.method,
      url: urlOf(endpoint, call),
      ...(body !== undefined && { body }),
    })
    const failure = () => new NoMessageError(failureMessage(endpoint, answer), answer)
    if (answer.status === 0 || answer.status >= 400)
      throw raise(parseProblem(await answer.text()) ?? failure())
    if (endpoint.reply === 'file') return answer.blob()
    const found = parseJson(await answer.text())
    if (found === undefined) throw raise(failure())
    if (areChecked) return found
    const { success, data, error } = endpoint.reply.safeParse(found)
    if (success) return data
    const where = error.issues.slice(0, 3).map(({ path, code }) => `${path.join('.')} ${code}`)
    throw new Error(
      `${endpoint.method} ${endpoint.path.slice(1)} answered another shape: ${where.join(', ')}`,
    )
  }
}

function urlOf({ path }: Endpoint, { params, query }: AnyCall): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(key, `${value as string | number}`)
  return `/api${filled}?${search}`.replace(/\?$/, '')
}

/** Parses the problem of a failed answer; undefined for anything else, such as a proxy's page. */
function parseProblem(text: string): ProblemError | undefined {
  const read = Problem.safeParse(parseJson(text))
  if (!read.success) return undefined
  const { code, message, success: _, ...details } = read.data
  return new ProblemError(code, message, details)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failureMessage = ({ failure = 'Request failed' }: Endpoint, { status, statusText = '' }: Answer) =>
  status === 0
    ? failure.replace(/: \{status\}.*/, '')
    : failure.replace('{status}', String(status)).replace('{statusText}', statusText).trimEnd()
