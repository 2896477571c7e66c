import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

interface Sealed {
  sealed: string
}

/** Keeps what is in the queue from whoever reads the database or a copy of it (AES-256-GCM, a key of its own from the process's secret). */
export function sealer(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'jobs', 32))
  return {
    seal(data: object): Sealed {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
    },
    /** Throws when another secret sealed it, or somebody has changed it. */
    open({ sealed }: Sealed): unknown {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
    },
  }
}
