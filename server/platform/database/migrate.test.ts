import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'

import { migrate, schemaFiles, withAdvisoryLock } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'readymade-functions-'))
const none = mkdtempSync(join(folder, 'none-'))
/** A schema without tables but those that record what was applied. */
const schema = join(folder, 'schema.sql')
writeFileSync(
  schema,
  `create table migrations (name text primary key, applied_at timestamptz not null default now());
   create table function_files (name text primary key, sha256 text not null)`,
)
const ownFiles = () => ({
  schema,
  migrations: mkdtempSync(join(folder, 'm-')),
  functions: mkdtempSync(join(folder, 'f-')),
})
const databases: string[] = []
const admin = new pg.Client({ connectionString: inject('adminUrl') })
await admin.connect()
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true })
})

async function emptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  databases.push(name)
  return inject('adminUrl').replace('/postgres?', `/${name}?`)
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/**
 * Returns every function and trigger of ours as PostgreSQL writes it, with the number of objects that are computed with
 * it.
 */
const definitions = (url: string) =>
  ask<{ name: string; definition: string; users: number }>(
    url,
    `select proname::text as name, pg_get_functiondef(oid) as definition,
       (select count(*) from pg_depend where refobjid = pg_proc.oid
         and classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_proc'::regclass))::int as users
     from pg_proc
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     union all
     select tgname, pg_get_triggerdef(oid), 0 from pg_trigger where not tgisinternal
     order by 1, 2`,
  )
test('a migration makes no trigger, and a function only when an index, a column or such a function is computed with it', async () => {
  const url = await emptyDatabase()
  await migrate(url, { ...schemaFiles, functions: none })
  expect((await definitions(url)).filter(({ users }) => users === 0)).toEqual([])
})

test('a file of functions is applied again when its text has changed, all of them after a migration, or none', async () => {
  const url = await emptyDatabase()
  const own = ownFiles()
  const write = (kind: 'migrations' | 'functions', name: string, text: string) =>
    writeFileSync(join(own[kind], name), text)
  const answer = (number: number) =>
    `create or replace function answer() returns int language sql as 'select ${number}'`
  write('functions', 'answer.sql', answer(41))
  write('functions', 'other.sql', 'select 1')
  expect(await migrate(url, own)).toEqual(['schema.sql', 'answer.sql', 'other.sql'])
  write('functions', 'answer.sql', answer(42))
  expect(await migrate(url, own)).toEqual(['answer.sql'])
  expect(await ask(url, 'select answer()')).toEqual([{ answer: 42 }])
  expect(await migrate(url, own)).toEqual([])
  write('migrations', '0001_drop.sql', 'drop function answer()')
  expect(await migrate(url, own)).toEqual(['0001_drop.sql', 'answer.sql', 'other.sql'])
  expect(await ask(url, 'select answer()')).toEqual([{ answer: 42 }])
})

test('an older version that starts beside a newer one puts none of its functions back', async () => {
  const url = await emptyDatabase()
  const versionOf = (number: number, ...migrations: string[]) => {
    const own = ownFiles()
    for (const name of migrations) writeFileSync(join(own.migrations, name), 'select 1')
    const text = `create or replace function version() returns int language sql as 'select ${number}'`
    writeFileSync(join(own.functions, 'version.sql'), text)
    return own
  }
  const startsAs = (release: string, number: number, ...migrations: string[]) =>
    migrate(url, versionOf(number, ...migrations), release)
  await startsAs('1.9.0', 1, '0001_a.sql')
  await startsAs('1.9.0', 2, '0001_a.sql', '0002_b.sql')
  expect(await startsAs('1.9.0', 1, '0001_a.sql')).toEqual([])
  expect(await ask(url, 'select public.version()')).toEqual([{ version: 2 }])
  await startsAs('1.10.0', 3, '0001_a.sql', '0002_b.sql')
  expect(await startsAs('1.9.0', 2, '0001_a.sql', '0002_b.sql')).toEqual([])
  expect(await ask(url, 'select public.version()')).toEqual([{ version: 3 }])
})

test('a release starts on a database from which something was taken away since it stopped using it, and an older one says which to start', async () => {
  const url = await emptyDatabase()
  const own = { ...ownFiles(), functions: none }
  const known = { ...own, migrations: none }
  writeFileSync(join(own.migrations, '0001_drop_motto.unused-since-1.10.0.sql'), 'select 1')
  expect(await migrate(url, own, '1.11.0')).toHaveLength(2)
  expect(await migrate(url, known, '1.10.0')).toEqual([])
  await expect(migrate(url, known, '1.9.0')).rejects.toThrow(
    'This is release 1.9.0, and the database no longer has what it reads (0001_drop_motto.unused-since-1.10.0.sql): start 1.10.0 or a newer one.',
  )
})

test('functions of which one cannot be applied stay as they were, all of them', async () => {
  const url = await emptyDatabase()
  const own = ownFiles()
  writeFileSync(join(own.functions, 'a.sql'), `create function a() returns int language sql as 'select 1'`)
  writeFileSync(join(own.functions, 'b.sql'), 'create nonsense')
  await expect(migrate(url, own)).rejects.toThrow('syntax error')
  await expect(ask(url, 'select a()')).rejects.toThrow('does not exist')
})

test('a database from before schema.sql is refused with what to do, and nothing in it is changed', async () => {
  const url = await emptyDatabase()
  await ask(
    url,
    `create table migrations (name text primary key, applied_at timestamptz not null default now());
     insert into migrations (name) values ('0001_first_sale.sql'), ('0235_member_storage.sql');
     create table members (name text);
     insert into members values ('Asha')`,
  )
  const content = async () => [
    await ask(url, 'select * from migrations order by name'),
    await ask(url, 'select * from members'),
    await ask(url, `select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`),
    await definitions(url),
  ]
  const before = await content()
  await expect(migrate(url)).rejects.toThrow(
    'The database was made before the first release that is in use, and this one cannot read it: in demo mode, delete it with `npm run reset`; otherwise set DATABASE_URL to an empty database.',
  )
  expect(await content()).toEqual(before)
})

test('who waits for another process says for which, and gives up in one sentence when it does not end', async () => {
  const url = await emptyDatabase()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = withAdvisoryLock(url, 'migrations', () => {
    begin()
    return ended
  })
  await begun
  const [{ pid }] = (await ask<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'readymade migrations%'`,
  )) as [{ pid: number }]
  const told: string[] = []
  const waiting = (holder: string) => void told.push(holder)
  const holder = `“readymade migrations, process ${process.pid} on ${hostname()}” (session ${pid} of PostgreSQL, since `
  const second = withAdvisoryLock(url, 'migrations', async () => 'done', { waiting, minutes: 0.01 })
  await expect(second).rejects.toThrow(
    /^The migrations have been waited for during 0.01 minutes and are still done by .+; end it, and start again\.$/,
  )
  expect(told).toEqual([expect.stringContaining(holder)])

  const third = withAdvisoryLock(url, 'migrations', async () => 'done', { minutes: 5 })
  end()
  await first
  expect(await third).toBe('done')
})
