import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Encrypts texts with AES-256-GCM, so that nobody can read them in the database or a copy of it. Each purpose has its
 * own key, derived from the process's secret by HKDF-SHA-256, and cannot decrypt what another has encrypted.
 */
export function encryption(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    /**
     * Encrypts a text. The same `context`, such as the id of the row, is needed to decrypt it, so that a value copied
     * to another row is useless.
     */
    encrypt(text: string, context = ''): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
    },
    /** Decrypts a text. Throws when it was encrypted with another secret, purpose or context, or was changed. */
    decrypt(encrypted: string, context = ''): string {
      const bytes = Buffer.from(encrypted, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
    },
  }
}

/** A hex HMAC-SHA256 of a text, for links and tokens of our own. `purpose` keeps signatures of different uses apart. */
export const sign = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex')

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
