import { randomBytes } from 'node:crypto'

import { alphabet, hotp } from './hotp.ts'

/** Seconds for which a code is shown (RFC 6238, as every authenticator app has it: SHA-1, 6 digits). */
const period = 30

/** A new secret of 160 bits in base32, as apps take it. */
export const newTotpSecret = (): string => Array.from(randomBytes(32), (byte) => alphabet[byte & 31]).join('')

/** The address that an app reads from a QR code. */
export const totpUri = (secret: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Readymade:${account}`)}?${new URLSearchParams({ secret, issuer: 'Readymade' })}`

/** The period whose code this is, of now and its two neighbours, as clocks differ; undefined when of none. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const step = Math.floor(now / 1000 / period)
  return [step, step - 1, step + 1].find((one) => hotp(secret, one) === code)
}
