import { hash } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { openLog, type SeenLog } from '#contract/projects/log/check.ts'
import { readCheckpoint } from '#contract/projects/log/note.ts'
import { tilePath } from '#contract/projects/log/tiles.ts'

import { startApp } from '../../../test/app.ts'
import { aProject } from '../../../test/makers.ts'
import { fileOfLog, keysOf, nodeCrypto, stateMany } from '../../../test/public-log.ts'
import { aBuyerOf, aListing, approve, keysIn, upload } from '../../../test/uploads.ts'
import { decisionJobs } from '../jobs.ts'
import { markRecalled } from '../releases/queries.ts'
import { lockStatementsOf } from './queries.ts'
import { stateApproval, stateRecall, stateUnstated } from './statements.ts'
import { writeLog } from './writer.ts'

const app = await startApp()
const { db, dependencies } = app
const { storage, logKeys } = dependencies
const read = fileOfLog(app)
const open = () => openLog({ crypto: nodeCrypto, read, keys: keysOf(logKeys[0]!) })

test('nothing is in the log before something was stated', async () => {
  await writeLog(dependencies)
  expect(await keysIn(storage, 'log/')).toEqual([])
})

test('an approval and a recall are statements, which anybody can prove to be in the log', async () => {
  const files = { 'a.py': 'print(1)\n', 'b.py': 'print(2)\n' }
  const { admin, id } = await aListing(app, files)
  await writeLog(dependencies)
  const log = await open()
  const approved = await log.statementAt(0)
  expect(approved).toMatchObject({
    kind: 'approved',
    projectId: id,
    release: 1,
    count: 2,
    bytes: 18,
    rules: 10,
  })
  await admin.api.recalls.recall({
    params: { id, number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  })
  await writeLog(dependencies)
  const later = await open()
  expect(await later.statementAt(1)).toMatchObject({ kind: 'recalled', contentHash: approved.contentHash })
  await later.requireContinues({ note: log.note, key: logKeys[0]!.publicKey })
})

test('an approval that was taken back is not stated; what stayed because somebody had ordered it is, when it is approved again', async () => {
  await dependencies.jobs.work(decisionJobs(dependencies))
  const { owner, admin } = await aListing(app, { 'x.py': 'x' })
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, { 'undone.py': 'print(1)\n' })
  const statedOf = () => db.selectFrom('statements').select('kind').where('projectId', '=', id).execute()
  await approve(admin, id)
  await aBuyerOf(app, id)
  await admin.api.verification.undo({ params: { id } })
  await app.jobs.run()
  expect(await statedOf()).toEqual([])
  await approve(admin, id)
  await app.jobs.run()
  expect(await statedOf()).toEqual([{ kind: 'approved' }])
})

test('a recall while the approval could still be taken back states both', async () => {
  const { owner, admin } = await aListing(app, { 'y.py': 'y' })
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, { 'soon.py': 'print(1)\n' })
  await approve(admin, id)
  await admin.api.recalls.recall({
    params: { id, number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  })
  await app.jobs.run()
  const stated = await db
    .selectFrom('statements')
    .select('kind')
    .where('projectId', '=', id)
    .orderBy('id')
    .execute()
  expect(stated).toEqual([{ kind: 'approved' }, { kind: 'recalled' }])
})

test('an approval that is told while its release is recalled is not stated after the recall', async () => {
  const { id } = await aListing(app, { 'race.py': 'print(1)\n' })
  await app.jobs.run()
  await db.deleteFrom('statements').where('projectId', '=', id).execute()
  const release = await db
    .selectFrom('releases')
    .select(['id', 'contentHash'])
    .where('projectId', '=', id)
    .executeTakeFirstOrThrow()
  let telling: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await lockStatementsOf(trx, id, release.contentHash!)
    telling = db.transaction().execute((other) => stateApproval(dependencies, other, release.id, new Date()))
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
        where locktype = 'advisory' and not granted`.execute(db)
      expect(rows[0]!.waiting).toBe(1)
    })
    await markRecalled(trx, id, 1, 'It sends passwords away')
    await stateRecall(dependencies, trx, release.id)
  })
  await telling
  const stated = await db.selectFrom('statements').select('kind').where('projectId', '=', id).execute()
  expect(stated).toEqual([{ kind: 'recalled' }])
})

test('what a process of the release before approved and recalled is stated by a job, and nothing else', async () => {
  const kinds = async (id: string) =>
    (
      await db.selectFrom('statements').select('kind').where('projectId', '=', id).orderBy('id').execute()
    ).map(({ kind }) => kind)
  const unsaid = async (code: string) => {
    const listing = await aListing(app, { 'a.py': code })
    await app.jobs.run()
    await db.deleteFrom('statements').where('projectId', '=', listing.id).execute()
    return listing
  }
  const recall = {
    params: { number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  }
  const approved = await unsaid('approved = 1\n')
  const recalled = await unsaid('recalled = 1\n')
  await recalled.admin.api.recalls.recall({ ...recall, params: { id: recalled.id, number: 1 } })
  await db.deleteFrom('statements').where('projectId', '=', recalled.id).execute()
  const before = await unsaid('before = 1\n')
  await db
    .updateTable('releases')
    .set({ approvedAt: sql`now() - interval '6 days'` })
    .where('projectId', '=', before.id)
    .execute()
  // As after a restored backup, which forgot the recall that the log has.
  const forgotten = await aListing(app, { 'a.py': 'forgotten = 1\n' })
  await forgotten.admin.api.recalls.recall({ ...recall, params: { id: forgotten.id, number: 1 } })
  await db
    .updateTable('releases')
    .set({ status: 'approved', recalledAt: null, recallReason: null })
    .where('projectId', '=', forgotten.id)
    .execute()
  await dependencies.jobs.work(decisionJobs(dependencies))
  const { _id: open } = await aProject(approved.owner, { price: 0 })
  await upload(approved.owner, open, { 'open.py': 'print(1)\n' })
  await approve(approved.admin, open)

  for (let times = 0; times < 2; times++) await stateUnstated(dependencies)
  expect(await kinds(approved.id)).toEqual(['approved'])
  expect(await kinds(recalled.id)).toEqual(['recalled'])
  expect(await kinds(before.id)).toEqual([])
  expect(await kinds(forgotten.id)).toEqual(['approved', 'recalled'])
  expect(await kinds(open)).toEqual([])
  await app.jobs.run()
})

test('a later approval of the same files states nothing', async () => {
  const files = { 'same.py': 'print(1)\n' }
  const { owner, admin, id } = await aListing(app, files)
  await upload(owner, id, files)
  await approve(admin, id)
  await app.jobs.run()
  const stated = await db.selectFrom('statements').selectAll().where('projectId', '=', id).execute()
  expect(stated).toHaveLength(1)
})

test('from any earlier checkpoint the log proves any later one, across full tiles', async () => {
  const seen: SeenLog[] = []
  for (const count of [1, 2, 3, 120, 129, 1, 260]) {
    await stateMany(app, count)
    const log = await open()
    seen.push({ note: log.note, key: logKeys[0]!.publicKey })
    for (const earlier of seen) await log.requireContinues(earlier)
  }
  const { checkpoint, statementAt } = await open()
  const { size } = checkpoint
  expect(size).toBeGreaterThan(512)
  for (const number of [0, 1, 255, 256, 511, 512, size - 1])
    expect((await statementAt(number)).kind).toMatch(/approved|recalled/)
  const tiles = await keysIn(storage, 'log/')
  for (const path of [tilePath(0, 0), tilePath(0, 1), tilePath('entries', 1), tilePath(1, 0, 2)])
    expect(tiles).toContain(`log/${path}`)
})

test('tiles are kept for good by caches, the checkpoint is not, and other sites may read both', async () => {
  const of = async (url: string) => (await app.app.inject({ url })).headers
  expect(await of('/log/checkpoint')).toMatchObject({
    'cache-control': 'public, max-age=10',
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': '*',
  })
  expect(await of('/log/tile/0/000')).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(256 * 32),
  })
  for (const url of ['/log/', '/log/tile/0/999', '/log/../secret', '/log/tile/0/0', '/log/%2e%2e/blobs'])
    expect((await app.app.inject({ url })).statusCode).toBe(404)
  expect(await of('/log/tile/0/999')).toMatchObject({ 'cache-control': 'no-store' })
})

test('a statement names nobody, and no title', async () => {
  const rows = await db.selectFrom('statements').select('leaf').execute()
  const shape =
    /^readymade statement v1\n(approved|recalled)\nproject [0-9a-f-]{36}\nrelease \d+\nfiles [0-9a-f]{64}\ncount \d+\nbytes \d+\nday \d{4}-\d\d-\d\d\nrules \d+\n\n— localhost:3000\/log \S+\n$/
  for (const { leaf } of rows) expect(leaf).toMatch(shape)
})

test('each statement knows the first checkpoint that has it', async () => {
  const rows = await db.selectFrom('statements').select(['number', 'checkpoint']).orderBy('number').execute()
  for (const { number, checkpoint } of rows) expect(readCheckpoint(checkpoint!).size).toBeGreaterThan(number!)
  expect(readCheckpoint(rows[0]!.checkpoint!).size).toBe(1)
})

test('five writers at once make one log, and each statement has one place in it', async () => {
  const before = (await open()).checkpoint.size
  await Promise.all(Array.from({ length: 5 }, () => stateMany(app, 40)))
  await writeLog(dependencies)
  const { checkpoint, requireContinues } = await open()
  expect(checkpoint.size).toBe(before + 200)
  const rows = await db.selectFrom('statements').select('checkpoint').distinct().execute()
  for (const row of rows) await requireContinues({ note: row.checkpoint!, key: logKeys[0]!.publicKey })
})

test('without a key nothing is signed, and what waits is signed when there is one', async () => {
  const before = await open()
  const { logKeys: _, ...others } = dependencies
  await aListing(app, { 'c.py': hash('sha256', 'waits') })
  await app.jobs.run()
  await writeLog({ ...others, logKeys: [] })
  expect((await open()).note).toBe(before.note)
  await writeLog(dependencies)
  expect((await open()).checkpoint.size).toBe(before.checkpoint.size + 1)
})
