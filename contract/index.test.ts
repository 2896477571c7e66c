import { expect, test } from 'vitest'

import { calls, fieldsIn, inputOf, withField } from '../test/calls.ts'
import { timeLimit } from '../test/stall.ts'
import { bodyBytes } from './endpoint.ts'
import { z } from './zod.ts'

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

const megabytes = {
  letters: 'a'.repeat(1_000_000),
  marks: 'a' + '\u0301\u0323'.repeat(500_000),
  spaces: ' '.repeat(1_000_000),
  dots: '@' + 'a.'.repeat(500_000),
  emoji: '👩'.repeat(500_000),
  nested: '['.repeat(1_000_000),
}

function millisecondsOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

test.each(inputs)('$name: a megabyte in any field is refused at once', ({ schema }) => {
  for (const { path } of fieldsIn(schema)) {
    for (const [kind, text] of Object.entries(megabytes)) {
      for (const value of [text, Array(200_000).fill(text)]) {
        const input = withField({}, path, value)
        const { success, error } = schema.safeParse(input)
        // Repeated when it took long: a busy machine is slow once, a slow schema always.
        const isSoon = [1, 2, 3].some(() => millisecondsOf(() => schema.safeParse(input)) < timeLimit(250))
        const outcome = { field: path.join('.'), kind, isSoon, success }
        expect(outcome).toEqual({ ...outcome, isSoon: true, success: false })
        expect(error!.issues.length).toBeLessThan(50)
      }
    }
  }
})

test.each(inputs.filter(({ part }) => part === 'body'))(
  '$name: fits the limit of its endpoint with all fields at their longest',
  ({ schema, endpoint }) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    expect(maxBytes(described)).toBeLessThan(endpoint.bodyLimit ?? bodyBytes)
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
