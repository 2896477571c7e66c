import lookAlikes from 'unhomoglyph/data.json' with { type: 'json' }

import { withPlainDigits } from '#contract/kit/digits.ts'

/**
 * Returns a text as it looks: with plain letters for those of other scripts that look the same, digits of every script
 * as 0 to 9, and without invisible signs, accents and frames. It is for comparing, not for reading.
 */
export const asItLooks = (text: string): string =>
  // A zero of Arabic or Persian is a dot between letters, and so is a dot above that stands for itself.
  withPlainDigits(text.replaceAll(/(?<=\p{L})[٠۰˙](?=\p{L})/gu, '.'))
    .normalize('NFKD')
    .replaceAll(/[\p{Cf}\p{DI}\p{Me}\u0300-\u036f]/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (sign) => unframed(sign) ?? plain(sign) ?? sign)
    .normalize('NFC')

/** The first of each row of letters and digits in frames that Unicode does not decompose, and what it shows. */
const frames = [
  [0x1_f1_50, 'A'],
  [0x1_f1_70, 'A'],
  [0x1_f1_e6, 'A'],
  [0x27_76, '1'],
  [0x27_80, '1'],
  [0x27_8a, '1'],
] as const

function unframed(sign: string): string | undefined {
  const code = sign.codePointAt(0)!
  for (const [first, shown] of frames)
    if (code >= first && code < first + (shown === 'A' ? 26 : 9))
      return String.fromCodePoint(shown.codePointAt(0)! + code - first)
  return undefined
}

const table: Record<string, string> = lookAlikes

/** The sign of ASCII that another sign, or its capital, looks like. */
const plain = (sign: string): string | undefined =>
  asciiOf(table[sign]) ?? asciiOf(table[sign.toUpperCase()])?.toLowerCase()

function asciiOf(seen: string | undefined): string | undefined {
  // Unicode shows m as r and n.
  if (seen === 'rn') return 'm'
  const [base, ...marks] = seen ?? ''
  return base && /^[!-~]$/.test(base) && marks.every((mark) => /^\p{M}$/u.test(mark)) ? base : undefined
}
