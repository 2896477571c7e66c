import { encryption } from '../encryption.ts'

interface Sealed {
  sealed: string
}

/** Keeps what is in the queue from whoever reads the database or a copy of it. */
export function sealer(secret: string) {
  const { encrypt, decrypt } = encryption(secret, 'jobs')
  return {
    seal: (data: object): Sealed => ({ sealed: encrypt(JSON.stringify(data)) }),
    /** Throws when another secret sealed it, or somebody has changed it. */
    open: ({ sealed }: Sealed): unknown => JSON.parse(decrypt(sealed)),
  }
}
