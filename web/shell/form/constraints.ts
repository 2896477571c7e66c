import { z } from '#contract/kit/zod.ts'

import type { Constraints } from './use-form.ts'

/** Derives the HTML constraints of a form's fields from the contract's schema of what the form submits. */
export function constraintsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Constraints<keyof Shape & string> {
  const input = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const output = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const fields = Object.keys(schema.shape).map((name) => [
    name,
    {
      ...(input.required?.includes(name) && { required: true }),
      ...textConstraints(branches(input.properties?.[name]), branches(output.properties?.[name])),
      ...numberConstraints(branches(output.properties?.[name])),
    },
  ])
  return Object.fromEntries(fields) as Constraints<keyof Shape & string>
}

/**
 * Returns the constraints of a text. A choice from a list needs no length, and patterns that only exclude control
 * characters do not matter to a keyboard.
 */
function textConstraints(input: Json[], output: Json[]) {
  const text = input.find(({ type }) => type === 'string')
  if (!text || [...input, ...output].some((branch) => branch.enum)) return {}
  const { maxLength, pattern } = text
  return { ...(maxLength && { maxLength }), ...(pattern && !pattern.includes('\\p') && { pattern }) }
}

function numberConstraints(output: Json[]) {
  const number = output.find(({ type }) => type === 'number' || type === 'integer')
  if (!number) return {}
  return {
    min: number.minimum,
    max: number.maximum,
    // Money is given to the paisa (specification section 5).
    step: number.multipleOf ?? (number.type === 'integer' ? 1 : 0.01),
  }
}

const branches = (json?: Json | boolean): Json[] =>
  typeof json === 'object' ? [json, ...(json.anyOf ?? []).flatMap((branch) => branches(branch))] : []

type Json = z.core.JSONSchema.JSONSchema
