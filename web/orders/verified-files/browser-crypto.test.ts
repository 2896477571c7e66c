import { hash } from 'node:crypto'

import { afterEach, expect, test, vi } from 'vitest'

import { hexOf, readLogKey, readNote, utf8 } from '#contract/projects/log/note.ts'

import { browserCrypto } from './browser-crypto.ts'

const published = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
const key = readLogKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')!
const { text, signatures } = readNote(published)!

const { subtle } = crypto
/** What Chrome 109 has: hashes, and no Ed25519. */
const older = {
  digest: subtle.digest.bind(subtle),
  importKey: async () => {
    throw new DOMException('Algorithm: Unrecognized name', 'NotSupportedError')
  },
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the browser’s own', subtle],
  ['a library’s, where the browser has no Ed25519', older],
  ['a library’s, over http', undefined],
])('%s cryptography accepts the published note and no other', async (_, has) => {
  vi.stubGlobal('crypto', { subtle: has })
  const { sha256, verify } = await browserCrypto()
  expect(hexOf(await sha256(utf8('hello')))).toBe(hash('sha256', 'hello'))
  const [{ signature }] = signatures as [(typeof signatures)[0]]
  expect(await verify(key.publicKey, signature, utf8(text))).toBe(true)
  expect(await verify(key.publicKey, signature, utf8(`${text} `))).toBe(false)
  expect(await verify(key.publicKey, signature.slice(1), utf8(text))).toBe(false)
  expect(await verify(key.publicKey.slice(1), signature, utf8(text))).toBe(false)
})
