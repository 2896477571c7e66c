/**
 * Returns the language tag of what a member wrote, when most of its letters are of a script of India: a screen reader
 * then reads it out in that language. Undefined for other texts, which are in the language of the page.
 */
export function langOf(text: string): string | undefined {
  const [first] = ofIndia.exec(text) ?? []
  if (first === undefined) return undefined
  if (countOf(text, /[a-z]/gi) > countOf(text, new RegExp(ofIndia, 'g'))) return undefined
  const code = first.codePointAt(0)!
  if (code < firstBlock) return 'ur'
  return others.get(code & ~0x3f) ?? tagsByBlock[Math.floor((code - firstBlock) / blockSize)]
}

/** Letters of Arabic, of the nine scripts from Devanagari to Malayalam, of Ol Chiki and of Meetei Mayek. */
const ofIndia = /[\u0620-\u06ff\u0900-\u0d7f\u1c50-\u1c7f\uabc0-\uabff]/

const firstBlock = 0x900
const blockSize = 0x80
const tagsByBlock = ['hi', 'bn', 'pa', 'gu', 'or', 'ta', 'te', 'kn', 'ml']
const others = new Map([
  [0x1c40, 'sat'],
  [0xabc0, 'mni'],
])

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0
