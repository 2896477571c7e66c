import { beginsSentence, endsAddress } from './links.ts'

const dots = '[.。·•・‧∙∘◦⋅●⦁]'
const around = '[\\s[\\](){}<>"*_|-]'
const letter = '[\\p{L}\\p{M}\\p{N}]'
const ending = `(?<ending>${letter}{2,24})(?![\\p{L}\\p{M}\\p{N}_-])(?<path>/\\w)?`

const bracketedAt =
  /\s{1,3}at the rate\s{1,3}|[_*]at[_*]|\s{0,3}[[({<]\s{0,3}(?:at|@)\s{0,3}[\])}>]\s{0,3}/giu
const bracketedDot = new RegExp(`\\s{0,3}[[({<*_-]\\s{0,3}${dots}\\s{0,3}[\\])}>*_-]\\s{0,3}`, 'giu')
/** Not after an article or the like, as in 'a dot in the name'. */
const spacedDot = new RegExp(
  `(?<=${letter})(?<!\\b(?:an?|the|this|that|each|one|no|with|by|of|and|or))(?:\\s{1,3}${dots}\\s{0,3}|(?!\\.)${dots}|${around}{1,4}(?:d[\\s.]?[o0][\\s.]?t|डॉट)${around}{0,4})${ending}`,
  'giu',
)
/** A dot with a space after it alone, where a sentence would begin with a capital. */
const dotAndSpace = new RegExp(`(?<=[\\p{L}\\p{M}])(?<!\\b\\p{Lu})\\.\\s{1,2}(?!\\p{Lu})${ending}`, 'gu')
/** Any other sign before an ending that is no word. */
const signForDot = new RegExp(
  `(?<=${letter})\\s?[^\\p{L}\\p{M}\\p{N}\\s/"'()-]\\s?(?=(?:c[o0]m|[o0]rg|co\\.in|xyz)\\b)`,
  'gu',
)

/** Replaces what stands for the signs of an address by these signs, in a text as it looks. */
export const undisguised = (text: string): string =>
  text
    .replaceAll(/%2e|&(?:#46|#x2e|period);/gi, '.')
    .replaceAll(/(?<!\S)\S(?: \S){3,}(?!\S)/gu, (spelled) => spelled.replaceAll(' ', ''))
    .replaceAll(bracketedAt, '@')
    .replaceAll(/(?<=@)0k/gi, 'ok')
    .replaceAll(/\s{1,3}slash\s{1,3}|\s{1,2}\/\s{1,2}(?=[\w+])/giu, '/')
    .replaceAll(bracketedDot, '.')
    .replaceAll(/(?<=\bwww\s{1,2}[\w-]{1,60}|\bg?mail)\s{1,2}(?=com\b)/gi, '.')
    .replaceAll(/(?<=[a-z\d])DOT(?=[a-z])/g, '.')
    .replaceAll(spacedDot, closeUp)
    .replaceAll(dotAndSpace, closeUp)
    .replaceAll(signForDot, '.')
    .replaceAll(/(?<=\.)(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{3,6}(?![\w.-])/giu, withLetters)

function closeUp(spaced: string, ...others: unknown[]): string {
  const { ending: word, path = '' } = others.at(-1) as { ending: string; path?: string }
  const isSentence = spaced.startsWith('.') && path === '' && beginsSentence(word)
  return endsAddress(word, path) && !isSentence ? `.${word}${path}` : spaced
}

/** The letters that digits look like. */
const withLetters = (word: string) =>
  word.replaceAll(/[01345]/g, (digit) => ({ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's' })[digit]!)
