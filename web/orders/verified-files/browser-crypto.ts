import type { LogCrypto } from '#contract/projects/log/check.ts'

/**
 * Returns the cryptography with which a page checks the log: the browser's, or a library's where the browser lacks
 * Ed25519, and over http, where it has none at all. Loaded before it is needed, it works without a connection.
 */
export async function browserCrypto(): Promise<LogCrypto> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  const { sha256, verify } = (await knowsEd25519(subtle)) ? own(subtle!) : await libraries()
  return { sha256: subtle ? own(subtle).sha256 : sha256, verify }
}

const own = (subtle: SubtleCrypto): LogCrypto => ({
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  verify: (key, signature, message) =>
    orFalse(async () => subtle.verify('Ed25519', await importKey(subtle, key), signature, message)),
})

/** A key or signature that is none is not one that fits. */
const orFalse = (check: () => Promise<boolean>) => check().catch(() => false)

const importKey = (subtle: SubtleCrypto, key: Uint8Array<ArrayBuffer>) =>
  subtle.importKey('raw', key, 'Ed25519', false, ['verify'])

/** Whether the browser can import a key of Ed25519, such as the first of RFC 8032. */
async function knowsEd25519(subtle: SubtleCrypto | undefined): Promise<boolean> {
  if (!subtle) return false
  const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
  const bytes = Uint8Array.from(key.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  return importKey(subtle, bytes).then(
    () => true,
    () => false,
  )
}

async function libraries(): Promise<LogCrypto> {
  const [{ hashes, verify }, { sha256, sha512 }] = await Promise.all([
    import('@noble/ed25519'),
    import('@noble/hashes/sha2.js'),
  ])
  hashes.sha512 = sha512
  return {
    sha256,
    verify: (key, signature, message) => orFalse(async () => verify(signature, message, key)),
  }
}
