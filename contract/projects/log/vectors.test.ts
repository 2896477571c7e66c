import { expect, test } from 'vitest'

import { nodeCrypto } from '../../../test/public-log.ts'
import { signedCheckpoint } from './check.ts'
import { bytesOf, checkpointLine, checkpointOfLine, hexOf, readLogKey, readNote, utf8 } from './note.ts'
import { consistencyRanges, inclusionRanges, leafHash, nodeHash, type Range, splitOf } from './proofs.ts'
import { tilePath } from './tiles.ts'

/* What others have published: the trees of RFC 6962's reference implementation, and the notes of Go's sumdb. */
const { sha256, verify } = nodeCrypto
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

async function hashOf([start, end]: Range): Promise<Uint8Array> {
  if (end - start === 1) return leafHash(sha256, leaves[start]!)
  const middle = start + splitOf(end - start)
  return nodeHash(sha256, await hashOf([start, middle]), await hashOf([middle, end]))
}

test('trees of 1 to 8 leaves have the published roots', async () => {
  for (const [size, root] of roots.entries()) if (size > 0) expect(hexOf(await hashOf([0, size]))).toBe(root)
  expect(hexOf(await sha256(utf8('')))).toBe(roots[0])
})

test('the published proofs of inclusion and of continuation are those of the published subtrees', async () => {
  const proof = async (ranges: Range[]) =>
    Promise.all(ranges.map(async (range) => hexOf(await hashOf(range))))
  expect(await proof(inclusionRanges(0, [0, 1]))).toEqual([])
  expect(await proof(inclusionRanges(0, [0, 8]))).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  expect(await proof(inclusionRanges(5, [0, 8]))).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  expect(await proof(inclusionRanges(2, [0, 3]))).toEqual([
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  ])
  expect(await proof(consistencyRanges(6, [0, 8]))).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  expect(await proof(consistencyRanges(2, [0, 5]))).toEqual([
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
  expect(await proof(consistencyRanges(8, [0, 8]))).toEqual([])
})

const published = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

test('the published note is signed by the published key, and one with another sign is not', async () => {
  const key = readLogKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')!
  const note = readNote(published)!
  const [signature] = note.signatures
  expect(signature).toMatchObject({ name: 'PeterNeumann', keyHash: key.keyHash })
  expect(await verify(key.publicKey, signature!.signature, utf8(note.text))).toBe(true)
  expect(await verify(key.publicKey, signature!.signature, utf8(note.text.replace('the', 'an')))).toBe(false)
})

test('the paths of tiles are those of tlog-tiles', () => {
  expect(tilePath(0, 0)).toBe('tile/0/000')
  expect(tilePath(0, 1234067)).toBe('tile/0/x001/x234/067')
  expect(tilePath('entries', 273, 112)).toBe('tile/entries/273.p/112')
  expect(tilePath(2, 1000, 1)).toBe('tile/2/x001/000.p/1')
})

test('what is no note, key or checkpoint is none', async () => {
  for (const text of ['', '\n', 'a\n', 'a\n\nb\n', 'a\n\n\u2014 b c\n', published.trimEnd()])
    expect(readNote(text), text).toBeUndefined()
  for (const text of ['', 'a+b+c', 'a+c74f20a3+AA==', `a+c74f20a3+Ag${'A'.repeat(42)}`])
    expect(readLogKey(text), text).toBeUndefined()
  await expect(signedCheckpoint(nodeCrypto, published, 'x')).rejects.toThrow('no checkpoint')
})

test('a checkpoint in one line is the same checkpoint', () => {
  const root = Buffer.alloc(32, 7).toString('base64')
  const note = `a.in/log\n12\n${root}\n\n\u2014 a.in/log ${Buffer.alloc(68, 9).toString('base64')}\n`
  expect(checkpointOfLine(checkpointLine(note), 'a.in/log')).toBe(note)
  expect(checkpointOfLine('what', 'a.in/log')).toBeUndefined()
  expect(bytesOf(root)).toHaveLength(32)
})
