import { endsAddress } from './links.ts'

const dots = '(?:[.·•・‧∙]|d[o0]t|डॉट)'
const letters = '[\\p{L}\\p{M}\\p{N}]'
/** Endings that are no words, which a sentence cannot begin with. */
const noWords = '(?:com|org|co\\.in|xyz)\\b'

/** Replaces what stands for the signs of an address by these signs, in a text as it looks. */
export const undisguised = (text: string): string =>
  text
    .replaceAll(/(?<!\S)\S(?: \S){4,}(?!\S)/gu, (spelled) => spelled.replaceAll(' ', ''))
    .replaceAll(/\s{1,3}at the rate\s{1,3}|\s{0,3}[[({<]\s{0,3}(?:at|@)\s{0,3}[\])}>]\s{0,3}/giu, '@')
    .replaceAll(/(?<=@)0k/gi, 'ok')
    .replaceAll(/\s{1,3}slash\s{1,3}|\s{1,2}\/\s{1,2}(?=[\w+])/giu, '/')
    .replaceAll(new RegExp(`\\s{0,3}[[({<*_-]\\s{0,3}${dots}\\s{0,3}[\\])}>*_-]\\s{0,3}`, 'giu'), '.')
    .replaceAll(/(?<=[a-z\d])DOT(?=[a-z])/g, '.')
    .replaceAll(spacedDot, (spaced, ending: string, path = '') =>
      endsAddress(ending, path) ? `.${ending}${path}` : spaced,
    )
    .replaceAll(
      new RegExp(`(?<=${letters})(?:\\.\\s{1,2}|\\s?[^\\p{L}\\p{M}\\p{N}\\s/"'()-]\\s?)(?=${noWords})`, 'gu'),
      '.',
    )
    .replaceAll(/(?<=\.)(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{3,6}(?![\w.-])/giu, withLetters)
const spacedDot = new RegExp(
  `(?<=${letters})(?:\\s{1,3}${dots}\\s{0,3}|[·•・‧∙]|\\.\\s{1,2}(?=[a-z]{2,}/\\w))(${letters}{2,24})(?![\\p{L}\\p{M}\\p{N}_-])(/\\w)?`,
  'giu',
)

/** The letters that digits look like. */
const withLetters = (word: string) =>
  word.replaceAll(/[01345]/g, (digit) => ({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's' })[digit]!)
