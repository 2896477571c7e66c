import type { z } from 'zod'

import { invalidInput } from '../problems.ts'

/** The text fields of a multipart form as its schema reads them; throws invalid_input like a bad body. */
export function parseForm<S extends z.ZodObject>(schema: S, fields: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}
