import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import type { VerifiedFiles } from '#contract/orders/verified-files.ts'
import type { SeenLog } from '#contract/projects/log/check.ts'
import { checkpointLine } from '#contract/projects/log/note.ts'
import { LogProblem } from '#contract/projects/log/problem.ts'
import { logKeysOf, newLogKey } from '#server/platform/log-key.ts'

import { nodeCrypto } from '../../../test/public-log.ts'
import { aLogOf, leavesOf } from '../../../test/tampered-logs.ts'
import { checkLog } from './check-log.ts'

const signer = signerOf(1)
const log = aLogOf(signer, leavesOf(signer, 30))
const earlier = aLogOf(signer, leavesOf(signer, 10))
const contentHash = hash('sha256', '12')

const answer = (statements: VerifiedFiles['statements'], state: VerifiedFiles['state'] = 'verified') => ({
  state,
  releases: [],
  statements,
  log: { path: '/log', keys: [{ key: signer.publicKey, replacedIn: null }] },
})
const approved = answer([{ kind: 'approved', number: 12 }])

async function check(
  files: VerifiedFiles = approved,
  {
    licences = [],
    served = log,
    seen = null,
  }: { licences?: string[]; served?: Map<string, Buffer>; seen?: SeenLog | null } = {},
) {
  const remembered: SeenLog[] = []
  const said = await checkLog(
    files,
    { contentHash, licences },
    {
      crypto: nodeCrypto,
      read: async (path) => {
        const bytes = served.get(path)
        if (!bytes) throw new LogProblem('missing', path)
        return new Uint8Array(bytes)
      },
      memory: { seen, remember: (now) => void remembered.push(now) },
    },
  )
  return { said, remembered }
}

const noteOf = (files: Map<string, Buffer>) => files.get('checkpoint')!.toString()
const licenceWith = (note: string, origin = signer.name) =>
  `READYMADE LICENCE\n\nStatement:    3 of ${origin}\nCheckpoint:   ${checkpointLine(note)}\n`

test('a statement is proven, and the checkpoint is remembered', async () => {
  const { said, remembered } = await check()
  expect(said).toEqual({
    state: 'proven',
    number: 12,
    day: '2026-08-14',
    isLater: false,
    size: 30,
    continues: [],
  })
  expect(remembered).toEqual([{ note: noteOf(log), key: signer.publicKey }])
})

test('the log has to continue what the browser saw, and what stands in a licence file', async () => {
  const seen = { note: noteOf(earlier), key: signer.publicKey }
  const { said } = await check(approved, { seen, licences: [licenceWith(noteOf(earlier))] })
  expect(said).toMatchObject({
    continues: [
      { from: 'browser', size: 10 },
      { from: 'licence', size: 10 },
    ],
  })
})

test('a log that is gone, and another one that does not say what it continues, are refused by who saw the one before', async () => {
  const seen = { note: noteOf(earlier), key: signer.publicKey }
  expect((await check({ ...approved, log: null }, { seen })).said).toEqual({
    state: 'refused',
    why: 'There was a public log here before, and now there is none.',
  })
  const next = signerOf(2, 'shop.example/log/2')
  const log2 = { path: '/log/2', keys: [{ key: next.publicKey, replacedIn: null }] }
  const leaves = leavesOf(next, 30)
  expect((await check({ ...approved, log: log2 }, { seen, served: aLogOf(next, leaves) })).said).toEqual({
    state: 'refused',
    why: 'This is another log than before, and its first entry does not say what it continues.',
  })
  const text = `readymade log v1\ncontinues ${signer.name}\ncheckpoint ${checkpointLine(noteOf(earlier))}\nday 2026-08-15\n`
  const begun = aLogOf(next, [`${text}\n${next.signatureOf(text)}`, ...leaves.slice(1)])
  expect((await check({ ...approved, log: log2 }, { seen, served: begun })).said.state).toBe('proven')
})

test('a licence file whose checkpoint the log does not continue accuses the log', async () => {
  const leaves = leavesOf(signer, 10)
  leaves[4] = leavesOf(signer, 10, { kind: 'recalled' })[4]!
  const other = noteOf(aLogOf(signer, leaves))
  const { said, remembered } = await check(approved, { licences: [licenceWith(other)] })
  expect(said).toMatchObject({
    state: 'refused',
    why: expect.stringContaining('earlier entries were changed'),
  })
  expect(remembered).toEqual([])
})

test('a licence file that somebody else wrote accuses nobody', async () => {
  const foreign = signerOf(9)
  const forged = noteOf(aLogOf(foreign, leavesOf(foreign, 10)))
  const changed = noteOf(earlier).replace('\n10\n', '\n11\n')
  for (const text of [licenceWith(forged), licenceWith(changed), 'Checkpoint: x', ''])
    expect((await check(approved, { licences: [text] })).said).toMatchObject({
      state: 'proven',
      continues: [],
    })
})

test('what the server says and the log does not is refused, or not said yet', async () => {
  expect((await check(answer([{ kind: 'approved', number: 13 }]))).said).toMatchObject({
    state: 'refused',
    why: expect.stringContaining('The statement says something else'),
  })
  expect((await check(answer([{ kind: 'recalled', number: 12 }], 'recalled'))).said.state).toBe('refused')
  expect((await check(answer([{ kind: 'approved', number: null }]))).said.state).toBe('waiting')
  expect((await check(answer([{ kind: 'approved', number: 30 }]))).said.state).toBe('waiting')
  expect((await check(answer([{ kind: 'recalled', number: 12 }]))).said.state).toBe('waiting')
  expect((await check(answer([]))).said.state).toBe('silent')
  expect((await check(answer([], 'unknown'))).said.state).toBe('silent')
  expect((await check({ ...approved, log: null })).said.state).toBe('unsigned')
})

test('an approval or a recall that the server dates back before the statement is told as such', async () => {
  const verified = (verifiedAt: string): VerifiedFiles['releases'] => [
    {
      projectId: null,
      title: 'Desk',
      number: 1,
      verifiedAt,
      fileCount: 1,
      totalFileSize: 1,
      recall: null,
    },
  ]
  const of = async (verifiedAt: string) => (await check({ ...approved, releases: verified(verifiedAt) })).said
  expect(await of('2026-08-13T18:29:00.000Z')).toMatchObject({ state: 'proven', isLater: true })
  expect(await of('2026-08-13T18:31:00.000Z')).toMatchObject({ state: 'proven', isLater: false })
  expect(await of('2026-09-01T00:00:00.000Z')).toMatchObject({ state: 'proven', isLater: false })
})

test('a missing part is named, and a lost connection is no accusation', async () => {
  const without = new Map(log)
  without.delete('tile/0/000.p/30')
  expect((await check(approved, { served: without })).said).toEqual({
    state: 'refused',
    why: 'A part of the log is missing. (tile/0/000.p/30)',
  })
  const said = await checkLog(
    approved,
    { contentHash, licences: [] },
    {
      crypto: nodeCrypto,
      read: () => Promise.reject(new TypeError('Failed to fetch')),
      memory: { seen: null, remember: () => {} },
    },
  )
  expect(said).toEqual({ state: 'unreachable' })
})

function signerOf(seed: number, name = 'shop.example/log') {
  const logKey = newLogKey(name, Buffer.alloc(32, seed))
  return logKeysOf({ logKey, makesLogKey: false, dataDir: '', publicUrl: '' })[0]!
}
