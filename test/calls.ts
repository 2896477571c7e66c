import { z } from 'zod'

import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

/** All calls of the contract, by noun and name. */
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

/** Finds the call at an address; fixed parts take precedence over parameters. */
export const callAt = (method: string, url: string) =>
  matchers.find(({ endpoint, path }) => endpoint.method === method && path.test(url))

/** Tells whether a call ends the session, after which every later call would get 401. */
export const endsSession = ({ path }: Endpoint) => path.endsWith('/logout')

export const unknownId = '01890000-0000-7000-8000-000000000000'

/** Builds the address of a call with its input; a missing parameter becomes an id that names nothing. */
export function urlOf(
  { path }: Endpoint,
  params: Record<string, string | undefined> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] || unknownId))
  return `/api${filled}?${new URLSearchParams(query as Record<string, string>)}`
}

/** The path to a field of an input at any depth: `['userData', 'name']`, `['items', 0, 'projectId']`. */
export type FieldPath = (string | number)[]

/** A field of an input. */
export interface Field {
  path: FieldPath
  schema: z.core.$ZodType
}

/** Describes the input that a schema takes, in JSON; of an object or a list only that it is one. */
export function described(schema: z.core.$ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json.type === 'object' || json.type === 'array' ? json.type : JSON.stringify(json)
}

/** Lists all fields of an input, including lists and objects. */
export function fieldsIn(schema: z.core.$ZodType | undefined): Field[] {
  if (!schema) return []
  const { def } = (schema as z.core.$ZodTypes)._zod
  const under = (key: string | number, schema: z.core.$ZodType) => [
    { path: [key], schema },
    ...fieldsIn(schema).map((field) => ({ ...field, path: [key, ...field.path] })),
  ]
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([key, field]) => under(key, field))
  if (def.type === 'array') return under(0, def.element)
  if ('innerType' in def) return fieldsIn(def.innerType)
  if (def.type === 'pipe') return fieldsIn(inputOf(def))
  return []
}

/**
 * The schema of the input of a pipe. When the pipe begins with a function (z.preprocess), that is the schema behind it.
 */
export const inputOf = ({ in: first, out }: z.core.$ZodPipeDef): z.core.$ZodType =>
  (first as z.core.$ZodTypes)._zod.def.type === 'transform' ? out : first

/** Copies an input with one field set, and creates missing lists and objects on its path. */
export function withField(input: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') return [withField(Array.isArray(input) ? input[key] : undefined, rest, value)]
  const fields = (input ?? {}) as Record<string, unknown>
  return { ...fields, [key]: withField(fields[key], rest, value) }
}
