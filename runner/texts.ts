/** Control characters, and characters that turn or hide what stands beside them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/**
 * Makes one plain line of what a project said: without control characters and those that turn text, at most `max`
 * characters long.
 */
export function plain(said: unknown, max: number): string {
  if (typeof said !== 'string') return ''
  return said
    .slice(0, max * 4)
    .replaceAll(unseen, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .trim()
}

/** Makes the plain lines of a list, at most `count` of them. */
export const plainLines = (said: unknown, count: number, max: number): string[] =>
  listOf(said, count)
    .map((line) => plain(line, max))
    .filter(Boolean)

/** The first entries of what should be a list. */
export const listOf = (said: unknown, count: number): unknown[] =>
  Array.isArray(said) ? said.slice(0, count) : []

/** A whole number between 0 and `most`. */
export const count = (said: unknown, most: number): number =>
  Number.isSafeInteger(said) ? Math.min(Math.max(said as number, 0), most) : 0

/** An address inside a sandbox; its first page where it is none. */
export function localAddress(said: unknown): string {
  const address = plain(said, 500)
  return /^http:\/\/localhost(?:\/|$)/.test(address) && URL.canParse(address) ? address : 'http://localhost/'
}
