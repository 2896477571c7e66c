import { inRupees, minute } from '#contract/kit/format.ts'

/** A field that an action changed, as text; `was` or `is` is undefined when only one side was recorded. */
export interface Change {
  label: string
  was: string | undefined
  is: string | undefined
}

type Fields = Record<string, unknown> | null

/** Returns what an action changed as people read it: one entry for each field that differs, nested ones included. */
export function changesOf(before: Fields, after: Fields): Change[] {
  const [was, is] = [flatten(before), flatten(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ label: labelOf(path), was: was.get(path), is: is.get(path) }))
    .filter(({ was, is }) => was !== is && !(was === undefined && is === nothing))
}

function flatten(fields: Fields, above = ''): Map<string, string> {
  return new Map(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isObject(value) ? [...flatten(value, `${above}${name} `)] : [[`${above}${name}`, textOf(name, value)]],
    ),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes the label of a path: `tcs basisPoints` becomes the TCS rate. */
const labelOf = (path: string) =>
  path
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/basis points/, 'rate')
    .replace(/ paise$|^is (?=.)/, '')
    .replace(/\b(?:gstin|pan|pin|sac|tcs|tds|url)\b/g, (letters) => letters.toUpperCase())

function textOf(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return withUnit(name, value)
  if (Array.isArray(value)) return joined(value.map((one) => textOf('', one)))
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isStatus.test(value)) return value.replaceAll('_', ' ')
  return isTime.test(value) ? minute(value) : value
}

const nothing = 'nothing'
const isStatus = /^[a-z]+(?:_[a-z]+)+$/
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function withUnit(name: string, value: number): string {
  if (/(?:^fee|^commission)Rate$|^basisPoints/.test(name)) return `${value / 100}%`
  if (/percent$/i.test(name)) return `${value}%`
  if (name.endsWith('Paise')) return inRupees(value / 100)
  return /price$|^(?:amount|minimum|exemptUpTo)$/i.test(name) ? inRupees(value) : String(value)
}

/** Joins short texts on one line, and puts long ones each on its own. */
function joined(words: string[]): string {
  if (words.length === 0) return nothing
  const line = words.join(', ')
  return line.length > 60 ? words.join('\n') : line
}
