import type { z } from 'zod'

import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

/** Every call of the contract, by noun and name. */
export const calls = Object.entries(contract).flatMap(([noun, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${noun}.${name}`,
    endpoint,
  })),
)

const matchers = calls
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    path: new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}(?:\\?|$)`),
  }))
  .toSorted((one, other) => one.endpoint.path.split(':').length - other.endpoint.path.split(':').length)

/** The call that answers at an address, fixed parts before parameters. */
export const callAt = (method: string, url: string) =>
  matchers.find(({ endpoint, path }) => endpoint.method === method && path.test(url))

/** After such a call every later one would be a plain 401. */
export const endsSession = ({ path }: Endpoint) => path.endsWith('/logout')

export const unknownId = '01890000-0000-7000-8000-000000000000'

/** A call's address, its input filled in; a parameter that is left out names nothing. */
export function urlOf(
  { path }: Endpoint,
  params: Record<string, string | undefined> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] || unknownId))
  return `/api${filled}?${new URLSearchParams(query as Record<string, string>)}`
}

/** The way to each field of an input, however deep: `['userData', 'name']`, `['items', 0, 'projectId']`. */
export type FieldPath = (string | number)[]

/** The fields of an input that are no object or list, and the lists and objects themselves. */
export function fieldsIn(schema: z.core.$ZodType | undefined): FieldPath[] {
  if (!schema) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([key, field]) => [
      [key],
      ...fieldsIn(field).map((path) => [key, ...path]),
    ])
  if (def.type === 'array') return [[0], ...fieldsIn(def.element).map((path) => [0, ...path])]
  if ('innerType' in def) return fieldsIn(def.innerType)
  if (def.type === 'pipe') return fieldsIn(inputOf(def))
  return []
}

/** What a pipe takes: a function that looks at the input first (z.preprocess) takes what comes after it. */
export const inputOf = ({ in: first, out }: z.core.$ZodPipeDef): z.core.$ZodType =>
  (first as z.core.$ZodTypes)._zod.def.type === 'transform' ? out : first

/** A copy of an input with one field set, what is missing on the way made. */
export function placed(input: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') return [placed(Array.isArray(input) ? input[key] : undefined, rest, value)]
  const fields = (input ?? {}) as Record<string, unknown>
  return { ...fields, [key]: placed(fields[key], rest, value) }
}
