import { type RecordRow, type Records, recordsIn } from '../files/records.ts'
import type { RuleFinding, Rule } from '../files/rule.ts'
import type { Sources } from '../files/sources.ts'

/** Finds tables with the data of people who look real, with one finding for each file. */
export const personal: Rule = {
  name: 'personal',
  kind: 'personal',
  title: 'A table of people',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const [file, tables] of Map.groupBy(peopleIn(sources), (table) => table.file)) {
      const people = new Map(tables.flatMap((table) => table.people))
      const names = [...new Set(tables.map(({ table }) => table))]
      const details = [...new Set(tables.flatMap((table) => table.details))]
      yield {
        file,
        line: tables[0]!.line,
        isLineHidden: true,
        message: `The ${names.length === 1 ? 'table' : 'tables'} ${listed(names.map((name) => `“${name}”`))} ${names.length === 1 ? 'has' : 'have'} ${people.size} people with ${listed(details)}. If they are real, they have not agreed to this.`,
        secrets: [...new Set([...people.values()].flat())].toSorted(),
        advice:
          'Replace them with invented people (example.com, 98765 43210), or say that these are invented.',
      }
    }
  },
}

const listed = (words: string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    words.length > 4 ? [...words.slice(0, 4), `${words.length - 4} more`] : words,
  )

/** A table that holds people, each with what would reach them: email or phone. */
interface People {
  file: string
  table: string
  line: number | null
  details: string[]
  people: [key: string, contacts: string[]][]
}

const known = new WeakMap<Sources, People[]>()

/** The tables of a project with at least two people who look real. */
export function peopleIn(sources: Sources): People[] {
  const read = known.get(sources)
  if (read) return read
  const found = recordsIn(sources).flatMap((records) => {
    const people = peopleOf(records)
    return people && people.people.length >= 2 ? [people] : []
  })
  known.set(sources, found)
  return found
}

function peopleOf({ file, table, columns, rows }: Records): People | undefined {
  const at = (pattern: RegExp) => columns.flatMap((column, index) => (pattern.test(column) ? [index] : []))
  const [emails, phones, others] = [at(email), at(phone), at(other)]
  // A number or address alone is that of a firm as well.
  if (emails.length + phones.length === 0 || at(name).length + others.length === 0) return undefined
  const people = new Map<string, string[]>()
  let line: number | null | undefined
  const valuesAt = ({ values }: RecordRow, places: number[]) => places.map((place) => values[place] ?? '')
  for (const row of rows) {
    const contacts = [
      ...valuesAt(row, emails).filter(isRealEmail),
      ...valuesAt(row, phones).filter(isRealPhone),
    ].map((contact) => contact.trim())
    if (contacts.length === 0) continue
    line ??= row.line
    people.set(contacts[0]!.toLowerCase(), contacts)
  }
  const details = [
    ...(at(name).length > 0 ? ['name'] : []),
    ...(emails.length > 0 ? ['email'] : []),
    ...(phones.length > 0 ? ['phone'] : []),
    ...others.map((index) => columns[index]!.replaceAll('_', ' ').slice(0, 30)),
  ]
  return { file, table, line: line ?? null, details, people: [...people] }
}

const email = /e[-_ ]?mail/i
const phone = /phone|mobile|contact|whats?app|\bcell|(?:^|_)tel(?:$|_)/i
const name =
  /^(?:.*[_. -])?(?:first|last|full|sur|middle|given|family|f|l|s|c|student|stud|customer|cust|employee|emp|teacher|doctor|patient|member|user|guest|donor|voter|owner|admin|candidate)?[_. -]?n(?:ame)?$|fullname|firstname|lastname/i
const other = /birth|(?:^|_)d\.?o\.?b(?:$|_)|aadhaa?r|passport|(?:^|_)pan(?:$|_|card)|address|blood/i

const isRealEmail = (value: string) => {
  const [, local = '', domain = ''] =
    /^\s*([\w.+-]{1,64})@([\w-]{2,60}(?:\.[\w-]{2,20}){1,3})\s*$/.exec(value) ?? []
  const [host = ''] = domain.toLowerCase().split('.')
  return (
    domain !== '' &&
    !/^(?:example|test|domain|sample|demo|mail|email|company|school|college|hospital|university|abc|xyz|acme|site|local|localhost|dummy|fake)\d*$/.test(
      host,
    ) &&
    !/(?:\.|^)(?:test|example|local|invalid|localhost)$/.test(domain) &&
    !/^(?:admin|administrator|test|user|demo|info|support|contact|sales|office|student|teacher|staff|doctor|patient|customer|employee|guest|abc|xyz|sample|hello|mail|email|first|last|name|noreply|no-reply|manager|someone|me|you|john\.?doe|jane\.?doe|john|jane)[\d._-]*$/i.test(
      local,
    ) &&
    new Set(local.toLowerCase()).size >= 4 &&
    new Set(domain.replace(/\.\w+$/, '')).size >= 3
  )
}

const isRealPhone = (value: string) => {
  const digits = value.replace(/\D/g, '')
  return /^[\s\d()+.-]{8,24}$/.test(value) && digits.length >= 9 && digits.length <= 14 && !isInvented(digits)
}

/** Tells whether somebody made a number up: few different digits, rows of digits, or the 555 of films. */
export const isInvented = (digits: string): boolean =>
  new Set(digits).size <= 4 ||
  /(\d)\1{3}/.test(digits) ||
  /01234|12345|23456|34567|45678|56789|98765|87654|76543|65432|54321|43210/.test(digits) ||
  /^1?\d{3}555\d{4}$|^555\d{4}/.test(digits)
