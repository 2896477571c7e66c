import { createHmac, timingSafeEqual } from 'node:crypto'

/** A hex HMAC-SHA256 of a text, for links and tokens of our own. `purpose` keeps signatures of different uses apart. */
export const sign = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex')

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
