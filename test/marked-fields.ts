import { randomUUID } from 'node:crypto'

import { strFromU8, unzipSync } from 'fflate'

import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { z } from '#contract/kit/zod.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** The part of a JSON schema that is read here. */
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** Every text that a member or a visitor can send, as 'noun.call.field', without ids, dates and choices. */
export function textFields(): string[] {
  const found = new Set<string>()
  for (const [noun, calls] of Object.entries(contract))
    for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
      if (call.method === 'GET' || !(call.access === 'anyone' || call.access.includes('member'))) continue
      for (const part of [call.body, call.form, call.query])
        if (part)
          collect(
            z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema,
            `${noun}.${name}`,
            found,
          )
    }
  return [...found].toSorted()
}

function collect(schema: Schema, path: string, found: Set<string>) {
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    collect(one, path, found)
  const isFree = !schema.enum && !schema.const && !['uuid', 'date-time'].includes(schema.format ?? '')
  if (schema.type === 'string' && isFree) found.add(path)
  if (schema.items) collect(schema.items, path, found)
  for (const [name, one] of Object.entries(schema.properties ?? {})) collect(one, `${path}.${name}`, found)
}

/** Makes words that occur nowhere else, one for each field, to look for afterwards. */
export function markedWords() {
  const words = new Map<string, string>()
  const word = (field: string) => {
    const known = words.get(field)
    // Only letters, because a search index does not split them.
    const made =
      known ??
      randomUUID()
        .replaceAll(/[^a-f]/g, '')
        .padEnd(8, 'z') + letters(words.size)
    words.set(field, made)
    return made
  }
  return { words, word }
}

const letters = (number: number) =>
  String(number)
    .padStart(3, '0')
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrs'[Number(digit)]!)

/** The words that some stored object has, in its key, its bytes, or a file of a ZIP. */
export async function wordsInObjects(storage: Dependencies['storage'], words: string[]): Promise<string[]> {
  const found = new Set<string>()
  const look = (text: string) => {
    const lower = text.toLowerCase()
    for (const word of words) if (lower.includes(word)) found.add(word)
  }
  for await (const { key } of storage.list('')) {
    look(key)
    const bytes = await storage.get(key)
    look(bytes.toString('latin1'))
    if (bytes.subarray(0, 2).toString() !== 'PK') continue
    for (const [path, file] of Object.entries(unzipSync(bytes))) look(`${path} ${strFromU8(file, true)}`)
  }
  return [...found]
}
