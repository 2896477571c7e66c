import { expect, test, vi } from 'vitest'

import { openLog } from '#contract/projects/log/check.ts'
import { logKeysOf, newLogKey } from '#server/platform/log-key.ts'
import { haltedLog } from '#server/platform/metrics.ts'

import { startApp } from '../../../test/app.ts'
import { fileOfLog, keysOf, nodeCrypto, stateMany } from '../../../test/public-log.ts'
import { aListing } from '../../../test/uploads.ts'
import { beginLog, recoverLog } from './recovery.ts'
import { writeLog } from './writer.ts'

const app = await startApp()
const { db, dependencies } = app
const [signer] = dependencies.logKeys
const { storage } = dependencies
const noteOf = async (path = 'log') => (await storage.get(`${path}/checkpoint`)).toString()
const open = (keys = keysOf(signer!), path = '/log') =>
  openLog({ crypto: nodeCrypto, read: fileOfLog(app, path), keys })
const rows = () => db.selectFrom('statements').selectAll().orderBy('id').execute()

/** Brings the database back to an earlier state, as a restored backup does. */
async function restored(backup: Awaited<ReturnType<typeof rows>>) {
  await db.deleteFrom('statements').execute()
  for (const { id: _, ...row } of backup) await db.insertInto('statements').values(row).execute()
}

const alarms: string[] = []
vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(alarms.push(String(text))))

test('a restored, older database signs nothing that contradicts the log, and raises an alarm', async () => {
  await stateMany(app, 5)
  const backup = await rows()
  await stateMany(app, 300)
  const note = await noteOf()
  await restored(backup)
  await writeLog(dependencies)
  expect(alarms.join(''), 'before anything is decided').toContain('has 305 entries, the database 5.')
  await stateMany(app, 400)
  expect(await noteOf()).toBe(note)
  expect(alarms.join('')).toContain('The checkpoint in the store has 305 entries, the database 5.')
  expect((await haltedLog.get()).values[0]!.value).toBe(1)
  expect(await rows()).toHaveLength(405)
})

test('the missing entries come back from the tiles, and then the log goes on', async () => {
  const seen = { note: await noteOf(), key: signer!.publicKey }
  expect(await recoverLog(dependencies)).toBe(300)
  await writeLog(dependencies)
  const log = await open()
  expect(log.checkpoint.size).toBe(705)
  await log.requireContinues(seen)
  expect((await haltedLog.get()).values[0]!.value).toBe(0)
  expect(await recoverLog(dependencies)).toBe(0)
})

test('what was decided again after the restore is not said twice', async () => {
  const backup = await rows()
  const { id } = await aListing(app, { 'a.py': 'print("again")\n' })
  const [stated] = await db.selectFrom('statements').selectAll().where('projectId', '=', id).execute()
  await writeLog(dependencies)
  await restored(backup)
  const { kind, projectId, releaseNumber, contentHash, body } = stated!
  const again = {
    kind,
    projectId,
    releaseNumber,
    contentHash,
    body: body.replace(/^day .*$/m, 'day 2027-01-01'),
  }
  await db.insertInto('statements').values(again).execute()
  expect(await recoverLog(dependencies)).toBe(1)
  await writeLog(dependencies)
  expect(await db.selectFrom('statements').selectAll().where('projectId', '=', id).execute()).toHaveLength(1)
})

test('a database with other entries than the store is told so, and nothing is signed', async () => {
  const note = await noteOf()
  const kept = await rows()
  await db
    .updateTable('statements')
    .set({ leafHash: Buffer.alloc(32, 1) })
    .where('number', '=', 3)
    .execute()
  await stateMany(app, 1)
  expect(await noteOf()).toBe(note)
  expect(alarms.at(-1)).toContain('are others than those in the store')
  await expect(recoverLog(dependencies)).rejects.toThrow('The database has other entries than the store')
  await restored(kept)
})

test('an older checkpoint that comes late is replaced by the newest', async () => {
  const older = await noteOf()
  await stateMany(app, 1)
  const newest = await noteOf()
  await storage.put('log/checkpoint', Buffer.from(older))
  await writeLog(dependencies)
  expect(await noteOf()).toBe(newest)
})

test('a lost store is filled again from the database', async () => {
  for await (const { key } of storage.list('log/')) await storage.delete(key)
  await writeLog(dependencies)
  const log = await open()
  for (const number of [0, 300, log.checkpoint.size - 1]) await log.statementAt(number)
})

const another = (name: string, seed: number) =>
  logKeysOf({ ...dependencies.config, logKey: newLogKey(name, Buffer.alloc(32, seed)) })[0]!

test('a new key is announced in the log, signed by the old one, who knew that follows, and a process that has the old one alone signs nothing more', async () => {
  const seen = { note: await noteOf(), key: signer!.publicKey }
  const { size } = (await open()).checkpoint
  const next = another(signer!.name, 2)
  const both = { ...dependencies, logKeys: [signer!, next] }
  await stateMany({ dependencies: both }, 1)
  await stateMany({ dependencies: both }, 1)
  const announced = await db.selectFrom('statements').selectAll().where('kind', '=', 'key').execute()
  expect(announced).toHaveLength(1)
  // Before what waited already, which the new key signs.
  expect(announced[0]!.number).toBe(size)
  const signedByBoth = await noteOf()
  await stateMany({ dependencies }, 1)
  expect(await noteOf()).toBe(signedByBoth)
  expect(alarms.at(-1)).toContain('The log has announced another key than the last one of LOG_KEY.')
  await stateMany({ dependencies: { ...dependencies, logKeys: [next] } }, 1)
  const keys = [
    { key: signer!.publicKey, replacedIn: announced[0]!.number },
    { key: next.publicKey, replacedIn: null },
  ]
  const log = await open(keys)
  await log.requireContinues(seen)
  await log.statementAt(log.checkpoint.size - 1)
  const stolen = [{ key: signer!.publicKey, replacedIn: 0 }, keys[1]!]
  await expect((await open(stolen)).requireContinues(seen)).rejects.toMatchObject({ kind: 'key' })
  const before = await noteOf()
  await stateMany({ dependencies: { ...dependencies, logKeys: [another(signer!.name, 3)] } }, 1)
  expect(await noteOf()).toBe(before)
  expect(alarms.at(-1)).toContain('not signed by LOG_KEY')
})

test('after a stolen key the next log names the last good checkpoint, and says all anew elsewhere', async () => {
  const lastGood = await noteOf()
  const next = another('localhost:3000/log/2', 4)
  const stores = { ...dependencies, logKeys: [next] }
  await expect(beginLog({ ...stores, logKeys: [signer!] }, lastGood)).rejects.toThrow(
    'The new log needs another name than localhost:3000/log, such as localhost:3000/log/2.',
  )
  const statements = (await rows()).filter(({ kind }) => kind === 'approved').length
  await beginLog(stores, lastGood)
  expect(await noteOf()).toBe(lastGood)
  const log = await open(keysOf(next), '/log/2')
  expect(log.checkpoint).toMatchObject({ origin: 'localhost:3000/log/2', size: statements + 1 })
  const [first] = await db.selectFrom('statements').select('leaf').where('number', '=', 0).execute()
  expect(first!.leaf).toContain(`continues localhost:3000/log\ncheckpoint ${lastGood.split('\n')[1]} `)
  await expect(beginLog(stores, lastGood)).rejects.toThrow('has begun already')
})
