import type { RuleFinding, Rule } from '../files/rule.ts'
import { endingOf, isGenerated, type SourceFile, type Sources } from '../files/sources.ts'
import { isInvented, peopleIn } from './people.ts'

/**
 * Finds phone and roll numbers, with one finding for each file that has at least five that do not look invented. Files
 * whose tables show people already are left out.
 */
export const personalData: Rule = {
  name: 'personal-data',
  kind: 'personal',
  title: 'Phone or roll numbers',
  *find(sources: Sources): Generator<RuleFinding> {
    const shown = new Set(peopleIn(sources).map(({ file }) => file))
    for (const file of sources.texts) {
      if (
        shown.has(file.path) ||
        isGenerated(file) ||
        /^(?:svg|css|scss|lock|map|ipynb)$/.test(endingOf(file.path))
      )
        continue
      yield* numbersIn(
        sources,
        file,
        phone,
        (number) => !isInvented(number.replace(/\D/g, '').slice(-10)),
        'phone numbers',
      )
      yield* numbersIn(sources, file, roll, () => true, 'roll numbers')
      yield* personIn(sources, file)
    }
  },
}

const phone = /(?<![\w.+/=-])(?:\+91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}(?![\w.]|-\d)/g
/** Roll numbers in the formats of Indian universities: 19BCS1234, 1RV18CS045, 20131A0512, BT19CSE001. */
const roll =
  /(?<![\w/.-])(?:[12]\d[A-Z]{2,4}\d{3,6}|\d[A-Z]{2}\d{2}[A-Z]{2}\d{3}|[12]\d\d{3}[A-Z]\d{4}|[A-Z]{2}\d{2}[A-Z]{2,3}\d{3,4})(?![\w/.-])/g

function* numbersIn(
  sources: Sources,
  file: SourceFile,
  pattern: RegExp,
  isReal: (number: string) => boolean,
  what: string,
): Generator<RuleFinding> {
  const numbers = new Set<string>()
  let first = -1
  for (const { 0: number, index } of file.text.matchAll(pattern)) {
    if (!isReal(number)) continue
    if (first === -1) first = index
    numbers.add(number)
    if (numbers.size > 1000) break
  }
  if (numbers.size < 5) return
  yield {
    file: file.path,
    line: sources.lineAt(file, first),
    message: `${numbers.size > 1000 ? 'More than 1,000' : numbers.size} different ${what} are written here, the first ${first < 0 ? '' : `${[...numbers][0]!.slice(0, 3)}…`}. If they are real, the people they belong to have not agreed to this.`,
    secrets: [...numbers].toSorted(),
    advice: 'Replace them with invented ones, or say that they are invented.',
  }
}

/** Finds a résumé, a form or a card of one person: their phone number and at least two other labelled details. */
function* personIn(sources: Sources, file: SourceFile): Generator<RuleFinding> {
  if (!/^(?:txt|csv|tsv|json|md|rtf|html?|xml)$/.test(endingOf(file.path)) || file.text.length > 20_000)
    return
  const labelled = labels.filter((label) => label.test(file.text))
  const own =
    /\b(?:mobile|phone|contact|tel|ph)\b[^\n\d+]{0,20}((?:\+91[ -]?|0)?[6-9]\d{4}[ -]?\d{5})(?!\d)/i.exec(
      file.text,
    )
  if (!own || labelled.length < 2 || isInvented(own[1]!.replace(/\D/g, '').slice(-10))) return
  yield {
    file: file.path,
    line: sources.lineAt(file, own.index),
    message: `These look like the details of one person, with the number ${own[1]!.slice(0, 5)}…. If the person is real, they have not agreed to this.`,
    secrets: [own[1]!],
    advice: 'Replace it with an invented person, or say that this one is invented.',
  }
}

const labels = [
  /\b(?:permanent |home |residential )?address\s{0,4}[:=]/i,
  /\b(?:date of birth|d\.?o\.?b\.?)\s{0,4}[:=]/i,
  /\b(?:father|mother|guardian)(?:'s)?(?: name)?\s{0,4}[:=]/i,
  /\b(?:aadhaa?r|pan|passport|voter id|driving licence)(?: (?:card|no|number))*\.?\s{0,4}[:=]/i,
  /\b(?:roll|enrol?lment|registration|usn)(?: (?:no|number))?\.?\s{0,4}[:=]/i,
  /\be-?mail(?: id)?\s{0,4}[:=]\s{0,4}[\w.+-]{1,60}@(?!example\.)[\w-]{1,60}\./i,
]

/** Finds twelve-digit numbers that pass the check of Aadhaar numbers. */
export const aadhaar: Rule = {
  name: 'aadhaar',
  kind: 'personal',
  title: 'What looks like an Aadhaar number',
  isRequired: true,
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of sources.texts) {
      if (isGenerated(file) || /^(?:svg|json|lock|map|ipynb)$/.test(endingOf(file.path))) continue
      const mentioned = /aadhaa?r|uidai|\buid\b/i.test(file.text)
      for (const { 0: number, index } of file.text.matchAll(
        /(?<![\d.,#/_-])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\d.,/_-]\d|\d)/g,
      )) {
        const digits = number.replace(/\D/g, '')
        const isGrouped = digits !== number
        if (!(mentioned || isGrouped) || !hasVerhoeff(digits) || isMadeUp(digits)) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index),
          message: `This number passes the check of Aadhaar numbers: ${digits.slice(0, 2)}… (12 digits).`,
          secrets: [number],
          advice: 'Replace it with an invented one such as 1234 5678 9012, unless it is invented already.',
        }
      }
    }
  },
}

const isMadeUp = (digits: string) => new Set(digits).size <= 3 || digits.startsWith('234567890')

const dihedral = Array.from({ length: 10 }, (_, j) =>
  Array.from({ length: 10 }, (_, k) =>
    j < 5
      ? k < 5
        ? (j + k) % 5
        : ((j + k - 5) % 5) + 5
      : k < 5
        ? ((j - 5 - k + 10) % 5) + 5
        : (j - k + 10) % 5,
  ),
)
const permutationStep = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** True when the check digit is right by the scheme of J. Verhoeff (1969), which the UIDAI uses for Aadhaar numbers. */
function hasVerhoeff(digits: string): boolean {
  let sum = 0
  let permutation = Array.from({ length: 10 }, (_, digit) => digit)
  for (const digit of digits.split('').toReversed().map(Number)) {
    sum = dihedral[sum]![permutation[digit]!]!
    permutation = permutation.map((_, at) => permutation[permutationStep[at]!]!)
  }
  return sum === 0
}
