/**
 * The zero of each set of decimal digits that people in India type: of Indian scripts, of Urdu, and full-width ones.
 */
const zeros = [
  0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0a_66, 0x0a_e6, 0x0b_66, 0x0b_e6, 0x0c_66, 0x0c_e6, 0x0d_66, 0x1c_50,
  0xab_f0, 0xff_10,
]

/**
 * Returns a number, a code or an id with the digits 0 to 9, whatever keyboard it was typed on, and without the
 * invisible marks and unusual spaces that come along when it is pasted.
 */
export const withPlainDigits = (typed: string): string =>
  typed
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!
      const zero = zeros.find((first) => code >= first && code <= first + 9)
      return zero === undefined ? digit : String(code - zero)
    })
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
