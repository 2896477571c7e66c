/** Between round numbers, such as 60000-80000, is a range. */
const notARange = '(?!\\d{3,4}0\\D{1,4}\\d{3,4}00(?!\\d))'
/** A group of digits of a phone number is separated from the next one by these. */
const gap = '[\\s_()\\[\\]+-]{0,3}'
const mobile = `${notARange}(?:(?:(?:\\+|00)?91|0)${gap})?[6-9](?:${gap}\\d){9}`
const sign = '[./*|~:•·]'
const phone = new RegExp(
  [
    `(?<!\\d|\\d[.,])${mobile}(?!\\d|[.,]\\d)`,
    // With other signs only as it is spelled or in the usual groups, because versions and dates have them too.
    `(?<!\\d|\\d[.,])[6-9](?:${sign}\\d){9}(?!\\d)`,
    `(?<!\\d|\\d[.,])${notARange}[6-9]\\d{4}[^\\p{L}\\p{N}]{1,4}\\d{5}(?!\\d|[.,]\\d)`,
    `(?<!\\d|\\d[.,])[6-9]\\d{2}${sign}\\d{3}${sign}\\d{4}(?!\\d|[.,]\\d)`,
    `(?<!\\d|\\d[.,])[6-9]\\d{3}${sign}\\d{3}${sign}\\d{3}(?!\\d|[.,]\\d)`,
    '(?<!\\w)\\+[1-9](?:[ ().-]{0,2}\\d){9,13}(?!\\d)',
  ].join('|'),
  'u',
)

/** The words for the digits from 0, in English and in Hindi as it is typed. */
const digitWords = [
  'zero|shunya|sunya',
  'one|ek',
  'two|do',
  'three|teen',
  'four|char|chaar',
  'five|paanch|panch',
  'six|chhe|che',
  'seven|saat',
  'eight|aath',
  'nine|nau',
].map((word) => new RegExp(`(?<![a-z])(?:${word})(?![a-z])`, 'gi'))
const joining = 'and|then|next|followed|by|after|that|space|dot|dash|hyphen|plus|aur|phir|fir'

/** Replaces what stands for digits, and words between digits. */
const asDigits = (text: string): string =>
  digitWords
    .reduce((read, word, digit) => read.replaceAll(word, String(digit)), text)
    .replaceAll(/\b(double|triple) (\d)\b/gi, (_, times: string, digit: string) =>
      digit.repeat(times.toLowerCase() === 'double' ? 2 : 3),
    )
    .replaceAll(
      /(?<=\d)[oOlISB](?=\d)/g,
      (letter) => ({ o: '0', O: '0', l: '1', I: '1', S: '5', B: '8' })[letter]!,
    )
    .replaceAll(
      new RegExp(`(?<=\\d)[\\s()[\\]-]{0,3}(?:(?:${joining})[\\s()[\\]-]{1,3}){1,3}(?=\\d)`, 'gi'),
      ' ',
    )

/**
 * Tells whether a text has an Indian mobile number, or another number with its country's code, also with signs, letters
 * and words in it, or in words.
 */
export const hasPhoneNumber = (text: string): boolean => phone.test(asDigits(text))
