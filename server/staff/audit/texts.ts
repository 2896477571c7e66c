import { hash, randomBytes } from 'node:crypto'

import type { AuditKind } from '#contract/staff/audit.ts'

type Fields = Record<string, unknown> | null

/** The kinds of what belongs to the shop: the log keeps all of it. */
export const kindsOfShop = [
  'settings',
  'staff',
  'rule',
  'synonym',
  'notice',
  'copy',
  'list',
] as const satisfies AuditKind[]
const ofShop: ReadonlySet<string> = new Set(kindsOfShop)

/** What is called by a title or code that a member chose; the others have numbers and subjects of ours. */
const namedByMembers: ReadonlySet<string> = new Set<AuditKind>(['project', 'release', 'coupon'])

/** The fields whose values are words of a list of ours, ids, dates, or the numbers of banks and of our files for them. */
const closedFields = new Set([
  'status',
  'verificationStatus',
  'outcome',
  'decision',
  'standing',
  'category',
  'difficulty',
  'licence',
  'ownerId',
  'until',
  'reference',
  'file',
])

interface Words {
  name: string
  before: Fields
  after: Fields
}

/**
 * Divides what an action is about into what the log keeps for ever and the texts that a deletion clears, of which the
 * log has the hashes; no texts when there are none. The salt keeps anybody from trying which text it was.
 */
export function dividedWords(kind: string, { name, before, after }: Words) {
  if (ofShop.has(kind)) return { log: { name, before, after }, texts: undefined }
  const salt = randomBytes(16).toString('hex')
  const isText = ([field, value]: [string, unknown]) =>
    (typeof value === 'string' || (typeof value === 'object' && value !== null)) && !closedFields.has(field)
  const hashed = (fields: Fields) =>
    mapped(fields, (entry) =>
      isText(entry) ? [entry[0], `sha256 ${hash('sha256', salt + JSON.stringify(entry[1]))}`] : entry,
    )
  const textsIn = (fields: Fields) => mapped(fields, (entry) => (isText(entry) ? entry : undefined))
  const texts = { name: namedByMembers.has(kind) ? name : '', before: textsIn(before), after: textsIn(after) }
  const log = { name: texts.name ? '' : name, before: hashed(before), after: hashed(after) }
  return { log, texts: texts.name || texts.before || texts.after ? { salt, ...texts } : undefined }
}

function mapped(fields: Fields, change: (entry: [string, unknown]) => [string, unknown] | undefined): Fields {
  const entries = Object.entries(fields ?? {}).flatMap((entry) => {
    const changed = change(entry)
    return changed ? [changed] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : null
}
