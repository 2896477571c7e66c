import { expect, test } from 'vitest'

import { calls, described, fieldsIn, inputOf, withField } from '../test/calls.ts'
import { sampled } from '../test/sampled.ts'
import { timeLimit } from '../test/stall.ts'
import { bodyBytes } from './kit/endpoint.ts'
import { z } from './kit/zod.ts'

const inputs = calls.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ name: `${name} ${part}`, schema: schema as z.ZodType, endpoint, part }] : []
  }),
)

test.each(inputs)('$name: every text and list has its length checked before anything else', ({ schema }) => {
  expect(unmeasured(schema)).toEqual([])
})

test('a text that is trimmed, searched or changed before its length is checked is reported', () => {
  const wrong = z.object({
    trimmed: z.string().trim().max(5),
    checked: z.string().regex(/a/).max(5, { abort: true }),
    measured: z.string().max(5),
    changed: z
      .string()
      .transform((text) => text.normalize('NFKC'))
      .pipe(z.string().max(5)),
    entries: z.array(z.enum(['a'])).max(5),
    keys: z.record(z.string(), z.boolean()),
    coerced: z.coerce.number(),
  })
  expect(unmeasured(wrong)).toEqual(Object.keys(wrong.shape).map((key) => expect.stringMatching(`^${key}`)))
})

const megabytes = Object.entries({
  letters: 'a'.repeat(1_000_000),
  marks: 'a' + '\u0301\u0323'.repeat(500_000),
  spaces: ' '.repeat(1_000_000),
  dots: '@' + 'a.'.repeat(500_000),
  emoji: '👩'.repeat(500_000),
  nested: '['.repeat(1_000_000),
}).flatMap(([kind, text]) => [
  { kind, value: text },
  { kind: `a list of ${kind}`, value: Array(200_000).fill(text) },
])
const fields = inputs.flatMap((input) => fieldsIn(input.schema).map((field) => ({ input, ...field })))
const megabytesFor = sampled(fields, {
  classOf: ({ schema }) => described(schema),
  values: megabytes,
  few: 2,
})

test.each(inputs)('$name: a megabyte in any field is refused at once', (input) => {
  for (const field of fields.filter((one) => one.input === input)) {
    for (const { kind, value } of megabytesFor(field)) {
      const whole = withField({}, field.path, value)
      const parse = () => {
        const start = performance.now()
        return { ...input.schema.safeParse(whole), milliseconds: performance.now() - start }
      }
      const { success, error, milliseconds } = parse()
      // Repeated when it took long: a busy machine is slow once, a slow schema always.
      const isSoon = [milliseconds, parse, parse].some(
        (time) => (typeof time === 'number' ? time : time().milliseconds) < timeLimit(250),
      )
      const outcome = { field: field.path.join('.'), kind, isSoon, success }
      expect(outcome).toEqual({ ...outcome, isSoon: true, success: false })
      expect(error!.issues.length).toBeLessThan(50)
    }
  }
})

test.each(inputs.filter(({ part }) => part === 'body'))(
  '$name: fits the limit of its endpoint with all fields at their longest',
  ({ schema, endpoint }) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    expect(maxBytes(json)).toBeLessThan(endpoint.bodyLimit ?? bodyBytes)
  },
)

/** Returns the paths of texts and lists in an input that are processed before their length is checked. */
function unmeasured(schema: z.core.$ZodType, at = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return isMeasured(def) ? [] : [at]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => unmeasured(field, at ? `${at}.${key}` : key))
    case 'union':
      return def.options.flatMap((option) => unmeasured(option, at))
    case 'optional':
    case 'nullable':
    case 'default':
      return unmeasured(def.innerType, at)
    case 'pipe': {
      const input = inputOf(def)
      const { def: inner } = (input as z.core.$ZodTypes)._zod
      return inner.type === 'array' && input === def.out
        ? unmeasured(inner.element, `${at}[]`)
        : unmeasured(input, at)
    }
    case 'number':
      return def.coerce ? [`${at} (coerced)`] : []
    case 'any':
    case 'boolean':
    case 'enum':
    case 'literal':
      return []
    // A list outside of list(), a record, and types that are not used so far.
    default:
      return [`${at} (${def.type})`]
  }
}

/** Whether the first check is one of length that ends all others; a uuid has a fixed length. */
function isMeasured(def: z.core.$ZodStringDef): boolean {
  if ('format' in def && def.format === 'uuid') return true
  const [first] = (def.checks ?? []).map((check) => check._zod.def)
  return first?.check === 'max_length' && first.abort === true
}

type Described = z.core.JSONSchema.BaseSchema

/**
 * Returns the bytes of the longest JSON that an input allows, with every character of a text written as two \\u
 * escapes.
 */
function maxBytes(described: Described): number {
  const { type, anyOf, properties = {}, items, maxLength = 40, maxItems = 0 } = described
  if (anyOf) return Math.max(...anyOf.map((choice) => maxBytes(choice)))
  if (type === 'string') return maxLength * 12 + 2
  if (type === 'array') return maxItems * (maxBytes(items as Described) + 1) + 2
  return Object.entries(properties).reduce(
    (sum, [key, field]) => sum + key.length + 4 + maxBytes(field as Described),
    30,
  )
}
