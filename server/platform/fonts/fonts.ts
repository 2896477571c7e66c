import { join } from 'node:path'

import { withPlainDigits } from '#contract/kit/digits.ts'

const file = (name: string) => join(import.meta.dirname, `${name}.ttf`)

/** The files of the fonts, by their names; the family of each is `Readymade` and its name. */
export const fontFiles = {
  heading: file('heading'),
  text: file('text'),
  strong: file('strong'),
  mono: file('mono'),
  accents: file('accents'),
  arabic: file('arabic'),
  bengali: file('bengali'),
  devanagari: file('devanagari'),
  gujarati: file('gujarati'),
  gurmukhi: file('gurmukhi'),
  kannada: file('kannada'),
  malayalam: file('malayalam'),
  'meetei-mayek': file('meetei-mayek'),
  'ol-chiki': file('ol-chiki'),
  oriya: file('oriya'),
  tamil: file('tamil'),
  telugu: file('telugu'),
}

export type FontName = keyof typeof fontFiles

/** A part of a line that one font can draw. */
export interface Run {
  font: FontName
  text: string
}

/**
 * Splits a line into runs by font: the given font where it has the letter, one for each other script of India, one for
 * the accents of transliterated names. Marks and joiners stay with the letter before them, or conjuncts would fall
 * apart. An accent or a pictograph that no font has is dropped, and a letter that still cannot be drawn becomes a
 * question mark.
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
  if (before && before in scripts && shared.test(text)) return { font: before, text }
  const script = scriptFonts.find((name) => scripts[name]!.test(text))
  if (script) return { font: script, text }
  if (accents.test(text)) return { font: 'accents', text }
  if (/[\p{M}\p{Cf}\p{So}\p{Sk}]/u.test(text)) return { font, text: '' }
  // Digits of Urdu stand from left to right among letters that stand from right to left.
  const [plain = '?'] = withPlainDigits(text).normalize('NFKD')
  return { font, text: own.test(plain) ? plain : '?' }
}

/** Variation selectors, which choose between glyphs of one letter. */
const variants = /[\uFE00-\uFE0F]/gu

/* The characters of the fonts in this folder; see README.md. */
const own =
  /^[ -~\u00A0-\u00A3\u00A5\u00A7-\u00AB\u00AE-\u00B0\u00B4\u00B6-\u00B8\u00BA\u00BB\u00BF-\u00FF–—‘’“”•…‹›₹€™−]$/u
const scripts: Partial<Record<FontName, RegExp>> = {
  arabic:
    /^[\u0600-\u065F\u066A-\u06EF\u06FA-\u06FF\u0750-\u077F\u0870-\u088E\u0898-\u08E1\u08E3-\u08FF\uFB50-\uFBC2\uFBD3-\uFD8F\uFD92-\uFDC7\uFDF0-\uFDFF\uFE70-\uFE74\uFE76-\uFEFC]$/u,
  devanagari: /^[\u0900-\u097F\u1CD0-\u1CF9\uA830-\uA839\uA8E0-\uA8FF]$/u,
  bengali:
    /^[\u0980-\u0983\u0985-\u098C\u098F\u0990\u0993-\u09A8\u09AA-\u09B0\u09B2\u09B6-\u09B9\u09BC-\u09C4\u09C7\u09C8\u09CB-\u09CE\u09D7\u09DC\u09DD\u09DF-\u09E3\u09E6-\u09FE]$/u,
  gujarati:
    /^[\u0A81-\u0A83\u0A85-\u0A8D\u0A8F-\u0A91\u0A93-\u0AA8\u0AAA-\u0AB0\u0AB2\u0AB3\u0AB5-\u0AB9\u0ABC-\u0AC5\u0AC7-\u0AC9\u0ACB-\u0ACD\u0AD0\u0AE0-\u0AE3\u0AE6-\u0AF1\u0AF9-\u0AFF]$/u,
  gurmukhi:
    /^[\u0A01-\u0A03\u0A05-\u0A0A\u0A0F\u0A10\u0A13-\u0A28\u0A2A-\u0A30\u0A32\u0A33\u0A35\u0A36\u0A38\u0A39\u0A3C\u0A3E-\u0A42\u0A47\u0A48\u0A4B-\u0A4D\u0A51\u0A59-\u0A5C\u0A5E\u0A66-\u0A76]$/u,
  kannada:
    /^[\u0C80-\u0C8C\u0C8E-\u0C90\u0C92-\u0CA8\u0CAA-\u0CB3\u0CB5-\u0CB9\u0CBC-\u0CC4\u0CC6-\u0CC8\u0CCA-\u0CCD\u0CD5\u0CD6\u0CDD\u0CDE\u0CE0-\u0CE3\u0CE6-\u0CEF\u0CF1-\u0CF3]$/u,
  malayalam:
    /^[\u0D00-\u0D0C\u0D0E-\u0D10\u0D12-\u0D44\u0D46-\u0D48\u0D4A-\u0D4F\u0D54-\u0D63\u0D66-\u0D7F]$/u,
  'meetei-mayek': /^[\uAAE0-\uAAF6\uABC0-\uABED\uABF0-\uABF9]$/u,
  'ol-chiki': /^[\u1C50-\u1C7F]$/u,
  oriya:
    /^[\u0B01-\u0B03\u0B05-\u0B0C\u0B0F\u0B10\u0B13-\u0B28\u0B2A-\u0B30\u0B32\u0B33\u0B35-\u0B39\u0B3C-\u0B44\u0B47\u0B48\u0B4B-\u0B4D\u0B55-\u0B57\u0B5C\u0B5D\u0B5F-\u0B63\u0B66-\u0B77]$/u,
  tamil:
    /^[\u0B82\u0B83\u0B85-\u0B8A\u0B8E-\u0B90\u0B92-\u0B95\u0B99\u0B9A\u0B9C\u0B9E\u0B9F\u0BA3\u0BA4\u0BA8-\u0BAA\u0BAE-\u0BB9\u0BBE-\u0BC2\u0BC6-\u0BC8\u0BCA-\u0BCD\u0BD0\u0BD7\u0BE6-\u0BFA]$/u,
  telugu:
    /^[\u0C00-\u0C0C\u0C0E-\u0C10\u0C12-\u0C28\u0C2A-\u0C39\u0C3C-\u0C44\u0C46-\u0C48\u0C4A-\u0C4D\u0C55\u0C56\u0C58-\u0C5A\u0C5D\u0C60-\u0C63\u0C66-\u0C6F\u0C77-\u0C7F]$/u,
}
const scriptFonts = Object.keys(scripts) as FontName[]
/** Joiners and full stops that the fonts of all scripts have. */
const shared = /^[\u0964\u0965\u200C\u200D]$/u
const accents =
  /^[\u0100-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0126\u0127\u012A\u012B\u012E-\u0130\u0136\u0137\u0139-\u013E\u0141-\u0148\u0150\u0151\u0154\u0155\u0158-\u015B\u015E-\u0161\u0164\u0165\u016A\u016B\u016E-\u017E\u0218-\u021B]$/u
