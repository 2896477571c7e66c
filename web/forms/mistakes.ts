import type { z } from 'zod'

import type { FormAnswer } from './use-form.ts'

/** What the contract's schema finds wrong with what was entered, as the server would answer it; undefined when nothing is. */
export function mistakesIn(schema: z.ZodType, entered: unknown): FormAnswer | undefined {
  const { error } = schema.safeParse(entered)
  if (!error) return undefined
  const mistakes = error.issues.map(({ path, message }) => [path.join('/'), message] as const)
  return { message: mistakes[0]![1], fields: Object.fromEntries(mistakes.toReversed()) }
}
