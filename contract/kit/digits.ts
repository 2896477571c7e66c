/**
 * Returns a number, a code or an id with the digits 0 to 9, whatever keyboard it was typed on, and without the
 * invisible marks and unusual spaces that come along when it is pasted.
 */
export const withPlainDigits = (typed: string): string =>
  typed
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')

const isDigit = /^\p{Nd}$/u

/** The value of a digit of any script: Unicode has the digits of each in a row from zero. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}
