import type { Found, Rule } from '../check/rule.ts'
import { endingOf, isGenerated, type Sources } from '../sources/sources.ts'

/** Numbers of twelve digits that pass the check of Aadhaar numbers. */
export const aadhaar: Rule = {
  name: 'aadhaar',
  kind: 'personal',
  title: 'What looks like an Aadhaar number',
  isRequired: true,
  *find(sources: Sources): Generator<Found> {
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
const once = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** The check digit of J. Verhoeff (1969), which the UIDAI uses. */
function hasVerhoeff(digits: string): boolean {
  let sum = 0
  let permutation = Array.from({ length: 10 }, (_, digit) => digit)
  for (const digit of digits.split('').toReversed().map(Number)) {
    sum = dihedral[sum]![permutation[digit]!]!
    permutation = permutation.map((_, at) => permutation[once[at]!]!)
  }
  return sum === 0
}
