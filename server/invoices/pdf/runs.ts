import type { FontName } from './fonts.ts'

/** A piece of a line that one font can draw. */
export interface Run {
  font: FontName
  text: string
}

/**
 * Cuts a line into runs: our own font where it has the letter, one for Hindi, one for the accents of transliterated names.
 * Marks and joiners stay with the letter before them, or conjuncts would fall apart. An accent that no font has is left
 * out, and what then is no letter that we can draw becomes a question mark.
 */
export function runsOf(line: string, font: FontName): Run[] {
  const runs: Run[] = []
  for (const letter of line.normalize('NFC').replaceAll(variants, '')) {
    const last = runs.at(-1)
    const next = runOf(letter, font, last?.font)
    if (last?.font === next.font) last.text += next.text
    else runs.push(next)
  }
  return runs
}

function runOf(text: string, font: FontName, before: FontName | undefined): Run {
  if (own.test(text)) return { font, text }
  if (devanagari.test(text)) return { font: 'devanagari', text }
  if (accents.test(text)) return { font: 'accents', text }
  if (before === 'devanagari' && /[\u200C\u200D]/u.test(text)) return { font: before, text }
  if (/[\p{M}\p{Cf}]/u.test(text)) return { font, text: '' }
  const [plain = '?'] = text.normalize('NFKD')
  return { font, text: own.test(plain) ? plain : '?' }
}

/** What chooses between drawings of one letter. */
const variants = /[\uFE00-\uFE0F]/gu

/* What the fonts in this folder have; see fonts/README.md. */
const own =
  /^[ -~\u00A0-\u00A3\u00A5\u00A7-\u00AB\u00AE-\u00B0\u00B4\u00B6-\u00B8\u00BA\u00BB\u00BF-\u00FF–—‘’“”•…‹›₹€™−]$/u
const devanagari = /^[\u0900-\u097F\u1CD0-\u1CF9\uA830-\uA839\uA8E0-\uA8FF]$/u
const accents =
  /^[\u0100-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0126\u0127\u012A\u012B\u012E-\u0130\u0136\u0137\u0139-\u013E\u0141-\u0148\u0150\u0151\u0154\u0155\u0158-\u015B\u015E-\u0161\u0164\u0165\u016A\u016B\u016E-\u017E\u0218-\u021B]$/u
