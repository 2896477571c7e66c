import { createHmac, randomBytes } from 'node:crypto'

/** Seconds for which a code is shown (RFC 6238, as every authenticator app has it: SHA-1, 6 digits). */
const period = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 160 bits in base32, as apps take it. */
export const newTotpSecret = (): string => Array.from(randomBytes(32), (byte) => alphabet[byte & 31]).join('')

/** The address that an app reads from a QR code. */
export const totpUri = (secret: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Readymade:${account}`)}?${new URLSearchParams({ secret, issuer: 'Readymade' })}`

/** The code of a secret in one period, counted from 1970. */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The period whose code this is, of now and its two neighbours, as clocks differ; undefined when of none. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const step = stepAt(now)
  return [step, step - 1, step + 1].find((one) => totpAt(secret, one) === code)
}

export const stepAt = (time: number): number => Math.floor(time / 1000 / period)

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
