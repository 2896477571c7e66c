import { createHmac } from 'node:crypto'

/** The letters of base32 (RFC 4648). */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of six digits that a base32 secret makes of a counter (RFC 4226). */
export function hotp(secret: string, counter: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', fromBase32(secret)).update(bytes).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
