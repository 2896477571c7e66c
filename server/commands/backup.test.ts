import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aBucket } from '../../test/bucket.ts'
import { withEmptyDatabase } from '../../test/empty-database.ts'
import { isLong } from '../../test/long.ts'
import { aPublishedProject } from '../../test/makers.ts'
import { aBuyer, buyAndPay, source } from '../../test/orders.ts'
import { blobKeysIn } from '../../test/uploads.ts'
import { migrate, schemaFiles } from '../platform/database/migrate.ts'
import { secretOf } from '../platform/secret.ts'
import { createStorage } from '../platform/storage/open.ts'
import { type BackupFacts, createWriter } from './backups/files.ts'
import { restore } from './backups/restore.ts'
import { backUp } from './backups/save.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const app = await startApp()
const config = { ...app.dependencies.config, secret: app.dependencies.secret }
const folder = mkdtempSync(join(tmpdir(), 'readymade-backup-'))
chmodSync(folder, 0o711)
const good = join(folder, 'good')

beforeAll(async () => {
  const { _id: id } = await aPublishedProject(app)
  await buyAndPay(app, await aBuyer(app), source({ id }))
  await backUp(config, app.url, good)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (backup: string) => readFileSync(join(backup, 'SHA256SUMS'), 'utf8').split('\n').toSorted()
const manifestOf = (backup: string) =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Record<string, unknown>

const damages: [string, (backup: string) => void | Promise<void>, RegExp][] = [
  [
    'a table that was changed',
    (backup) => appendFileSync(join(backup, 'tables/public.members'), 'x'),
    /damaged: tables\/public\.members was changed/,
  ],
  [
    'a table that is gone',
    (backup) => rmSync(join(backup, 'tables/public.orders')),
    /damaged: tables\/public\.orders is missing/,
  ],
  [
    'a file with one other byte',
    (backup) => flip(join(backup, anyObject())),
    /damaged: objects\/blobs\/\S+ was changed/,
  ],
  [
    'a list of sums that was cut',
    (backup) => writeFileSync(join(backup, 'SHA256SUMS'), ''),
    /SHA256SUMS is missing or was changed/,
  ],
  [
    'a manifest that was cut',
    (backup) => writeFileSync(join(backup, 'manifest.json'), '{'),
    /manifest\.json cannot be read/,
  ],
  [
    'no manifest, of a backup that was interrupted',
    (backup) => rmSync(join(backup, 'manifest.json')),
    /no finished backup/,
  ],
  [
    'a manifest with other figures',
    (backup) =>
      editManifest(backup, (text) =>
        text.replace(/("public\.orders": )\d+/, '$1999').replace(/("entries": )\d+/, '$177'),
      ),
    /manifest\.json was changed by somebody without SECRET/,
  ],
  [
    'a table that was changed, with sums that agree with it',
    (backup) => {
      appendFileSync(join(backup, 'tables/public.members'), 'x')
      agreeingSums(backup, 'tables/public.members')
    },
    /manifest\.json was changed by somebody without SECRET/,
  ],
  [
    'a signed manifest whose figures are not those of its rows',
    (backup) =>
      signedAgain(backup, app.dependencies.secret, (text) =>
        text.replace(/("public\.orders":)\d+/, '$1999').replace(/("entries":)\d+/, '$177'),
      ),
    /public\.orders has \d+ rows in place of 999; the ledger is another/,
  ],
  [
    'tables from before the schema of a new database',
    (backup) =>
      signedAgain(backup, app.dependencies.secret, (text) =>
        text.replace('"schema.sql"', '"0235_member_storage.sql"'),
      ),
    /^The backup was made before the first release that is in use, and this one cannot read it: back up anew\.$/,
  ],
  [
    'a signature of another secret',
    (backup) => signedAgain(backup, 'a secret of somebody else, of 32 bytes'),
    /SECRET is not the one/,
  ],
  [
    'an earlier format, in which nothing proved who made it',
    (backup) => editManifest(backup, (text) => text.replace('"format": 2', '"format": 1')),
    /of an earlier format, which does not prove/,
  ],
]

test('a backup that was damaged, or is of another secret, is refused with what is wrong, and the database stays empty', async () => {
  await withEmptyDatabase(async (url, ask) => {
    for (const [name, damage, expected] of damages) {
      const backup = join(folder, name.replaceAll(/\W+/g, '-'))
      await promisify(execFile)('cp', ['-r', good, backup])
      await damage(backup)
      const into = { ...config, storageUrl: `file://${backup}-store` }
      await expect(restore(into, url, backup), name).rejects.toThrow(expected)
    }
    // What is encrypted could not be opened.
    const into = { ...config, secret: 'another secret of 32 bytes or more' }
    await expect(restore(into, url, good)).rejects.toThrow('SECRET is not the one')
    expect(await ask(`select count(*) from pg_tables where schemaname in ('public', 'jobs')`)).toEqual([
      { count: 0 },
    ])
  })
})

test('a file that the store has lost is named, and the rest is backed up', async () => {
  const [key] = (await blobKeysIn(app)) as [string]
  const bytes = await app.dependencies.storage.get(key)
  await app.dependencies.storage.delete(key)
  const lacking = await backUp(config, app.url, join(folder, 'lacking'))
  expect(lacking.faults).toEqual([`${key} is missing in the store`])
  await app.dependencies.storage.put(key, bytes)
  await expect(backUp(config, app.url, good)).rejects.toThrow('is not empty')
})

test('a generated secret is in no file of the backup, which is restored only where that secret was put, and into an empty database; a backup of that is byte for byte the same', async () => {
  const generated = { ...config, secret: undefined }
  const backup = join(folder, 'generated')
  await expect(backUp(generated, app.url, backup)).rejects.toThrow('There is no secret')
  const secret = secretOf(generated)
  await backUp(generated, app.url, backup)
  const found = promisify(execFile)('grep', ['-rlF', '-e', secret, backup])
  await expect(found).rejects.toMatchObject({ code: 1 })
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const into = { ...generated, dataDir, storageUrl: `file://${dataDir}/storage` }
  await withEmptyDatabase(async (url) => {
    await expect(restore(into, url, backup)).rejects.toThrow('put its file into DATA_DIR as `secret`')
    writeFileSync(join(dataDir, 'secret'), secret)
    await restore(into, url, backup)
    await expect(restore(into, url, backup)).rejects.toThrow(/The database is not empty: it has \d+ tables/)
    const again = join(folder, 'again')
    await backUp(into, url, again)
    expect(linesOf(again)).toEqual(linesOf(backup))
    const { madeAt: _, sha256: __, mac: ___, ...manifest } = manifestOf(backup)
    expect(manifestOf(again)).toMatchObject(manifest)
  })
})

test('a backup of an earlier version is filled as it was and then migrated on: no SQL of the folder is run, nothing runs as a superuser, and foreign keys, triggers and counters are as they were', async () => {
  const backup = join(folder, 'with-sql')
  await promisify(execFile)('cp', ['-r', good, backup])
  mkdirSync(join(backup, 'schema/migrations'), { recursive: true })
  const ran = join(folder, 'ran')
  for (const name of ['schema/queue.sql', 'schema/migrations/0000_first.sql'])
    writeFileSync(join(backup, name), `copy (select 1) to program 'touch ${ran}';`)
  const schema = laterSchema(
    `create table rights as select rolsuper from pg_roles where rolname = current_user;
     alter table orders add column tested text; update orders set tested = number`,
  )
  const state = `select (select count(*) from pg_constraint) as constraints,
    (select count(*) from pg_trigger where tgenabled <> 'O') as disabled,
    (select count(*) from pg_trigger) as triggers, (select count(*) from pg_indexes) as indexes`
  await withEmptyDatabase(async (url, ask) => {
    await restore({ ...config, storageUrl: `file://${backup}-store` }, url, backup, schema)
    const { rows } = await sql.raw(state).execute(app.db)
    expect(await ask(state)).toEqual(rows)
    await expect(ask('update ledger_entries set amount_paise = 1')).rejects.toThrow(
      'Ledger rows are never changed',
    )
    expect(existsSync(ran)).toBe(false)
    expect(await ask('select * from rights')).toEqual([{ rolsuper: false }])
    // What the restore made belongs to the account of the server.
    expect(
      await ask(
        `select distinct tableowner = current_user as own from pg_tables where schemaname in ('public', 'jobs')`,
      ),
    ).toEqual([{ own: true }])
    expect(await ask(`select rolname from pg_roles where rolname like 'restore_%'`)).toEqual([])
    const orders = (manifestOf(good).tables as Record<string, number>)['public.orders']
    expect(
      await ask('select count(*), count(*) filter (where tested = number) as moved from orders'),
    ).toEqual([{ count: orders, moved: orders }])
    expect(await ask(`select count(*) from migrations where name = '9999_later.sql'`)).toEqual([{ count: 1 }])
    expect(await migrate(url, schema)).toEqual([])
  })
  const earlier = { ...schema, migrations: mkdtempSync(join(folder, 'none-')) }
  await withEmptyDatabase(async (url) => {
    const into = { ...config, storageUrl: `file://${join(folder, 'earlier')}` }
    await expect(restore(into, url, good, earlier)).rejects.toThrow('of a later version than this code')
  })
})

test.runIf(isLong)('an account of the database that is no superuser restores a backup', async () => {
  const role = `plain_${crypto.randomUUID().replaceAll('-', '')}`
  await withEmptyDatabase(async (url, ask) => {
    await ask(`create role ${role} nologin`)
    await ask(`do $$ begin execute format('alter database %I owner to ${role}', current_database()); end $$`)
    const asRole = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c role=${role}`)}`
    await restore({ ...config, storageUrl: `file://${join(folder, 'plain')}` }, asRole, good)
    expect(await ask(`select tableowner from pg_tables where tablename = 'orders'`)).toEqual([
      { tableowner: role },
    ])
  })
})

/** The schema of a later version, with one more migration. */
function laterSchema(migration: string) {
  const migrations = mkdtempSync(join(folder, 'migrations-'))
  cpSync(schemaFiles.migrations, migrations, { recursive: true })
  writeFileSync(join(migrations, '9999_later.sql'), migration)
  return { ...schemaFiles, migrations }
}

const bucket = isLong ? await aBucket() : {}

test.runIf(isLong)('a backup goes into a bucket and out of it', async () => {
  const inBucket = { ...config, ...bucket }
  await withEmptyDatabase(async (url) => {
    await restore(inBucket, url, good)
    const keys: string[] = []
    for await (const { key } of (await createStorage(inBucket)).list('')) keys.push(key)
    expect(keys.length).toBe((manifestOf(good).objects as { count: number }).count)
    await backUp(inBucket, url, join(folder, 'from-bucket'))
    expect(linesOf(join(folder, 'from-bucket'))).toEqual(linesOf(good))
  })
})

const anyObject = () =>
  linesOf(good)
    .find((line) => line.includes('objects/blobs/'))!
    .slice(66)

function flip(path: string) {
  const bytes = readFileSync(path)
  bytes[0] = bytes[0]! ^ 1
  writeFileSync(path, bytes)
}

/** Signs a backup once more, with another secret or other figures. */
function signedAgain(backup: string, secret: string, change = (text: string) => text) {
  const facts = JSON.parse(change(JSON.stringify(manifestOf(backup)))) as BackupFacts
  const { sums, finish } = createWriter(backup)
  for (const line of readFileSync(join(backup, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean))
    sums.set(line.slice(66), { sha256: line.slice(0, 64), size: 0 })
  for (const name of ['manifest.json', 'SHA256SUMS']) rmSync(join(backup, name))
  return finish(facts, secret)
}

/** Corrects the sums of a backup for a changed file, as somebody can who has no secret. */
function agreeingSums(backup: string, name: string) {
  const sha256 = (path: string) => hash('sha256', readFileSync(join(backup, path)))
  const sums = readFileSync(join(backup, 'SHA256SUMS'), 'utf8')
  writeFileSync(
    join(backup, 'SHA256SUMS'),
    sums.replace(new RegExp(`^.{64}(?=  ${name}$)`, 'm'), sha256(name)),
  )
  editManifest(backup, (text) => text.replace(/("sha256": ")[0-9a-f]{64}/, `$1${sha256('SHA256SUMS')}`))
}

function editManifest(backup: string, change: (text: string) => string) {
  const path = join(backup, 'manifest.json')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
