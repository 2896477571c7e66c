import { z } from '#contract/zod.ts'

import type { Constraints } from './use-form.ts'

/** Derives the HTML constraints of a form's fields from the contract's schema of what the form submits. */
export function constraintsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Constraints<keyof Shape & string> {
  const taken = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const kept = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const fields = Object.keys(schema.shape).map((name) => [
    name,
    {
      ...(taken.required?.includes(name) && { required: true }),
      ...ofText(branches(taken.properties?.[name]), branches(kept.properties?.[name])),
      ...ofNumber(branches(kept.properties?.[name])),
    },
  ])
  return Object.fromEntries(fields) as Constraints<keyof Shape & string>
}

/**
 * Returns the constraints of a text. A choice from a list needs no length, and patterns that only exclude control
 * characters do not matter to a keyboard.
 */
function ofText(taken: Json[], kept: Json[]) {
  const text = taken.find(({ type }) => type === 'string')
  if (!text || [...taken, ...kept].some((branch) => branch.enum)) return {}
  const { maxLength, pattern } = text
  return { ...(maxLength && { maxLength }), ...(pattern && !pattern.includes('\\p') && { pattern }) }
}

function ofNumber(kept: Json[]) {
  const number = kept.find(({ type }) => type === 'number' || type === 'integer')
  if (!number) return {}
  return {
    min: number.minimum,
    max: number.maximum,
    // Money is given to the paisa (specification section 5).
    step: number.type === 'integer' ? 1 : 0.01,
  }
}

const branches = (json?: Json | boolean): Json[] =>
  typeof json === 'object' ? [json, ...(json.anyOf ?? []).flatMap((branch) => branches(branch))] : []

type Json = z.core.JSONSchema.JSONSchema
