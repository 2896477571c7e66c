import type { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

/** The text fields of a multipart form as its schema reads them; throws invalid_input like a bad body. */
export function parseForm<S extends z.ZodObject>(schema: S, fields: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const issuesByField = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  throw new ProblemError('invalid_input', issuesByField[0]![1], {
    errors: issuesByField.map(([, message]) => message),
    fields: Object.fromEntries(issuesByField.toReversed()),
  })
}
