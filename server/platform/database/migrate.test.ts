import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'

import { migrate, withAdvisoryLock } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'readymade-functions-'))
const none = mkdtempSync(join(folder, 'none-'))
const migrations = join(import.meta.dirname, 'migrations')
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
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('an installation whose migrations still made the functions ends with those of a new one', async () => {
  const [fresh, old] = [await emptyDatabase(), await emptyDatabase()]
  await migrate(fresh)
  await migrate(old, { migrations, functions: none })
  await ask(old, readFileSync('test/functions-of-0011.sql', 'utf8'))
  await ask(old, "delete from migrations where name like '0145_%'")
  expect(names(await definitions(old))).toContain('project_words')
  await migrate(old)
  expect(await definitions(old)).toEqual(await definitions(fresh))
})

test('a migration makes no trigger, and a function only when an index, a column or such a function is computed with it', async () => {
  const url = await emptyDatabase()
  await migrate(url, { migrations, functions: none })
  expect((await definitions(url)).filter(({ users }) => users === 0)).toEqual([])
})

test('a file of functions is applied again when its text has changed, all of them after a migration, or none', async () => {
  const url = await emptyDatabase()
  const own = { migrations: mkdtempSync(join(folder, 'm-')), functions: mkdtempSync(join(folder, 'f-')) }
  const write = (kind: keyof typeof own, name: string, text: string) =>
    writeFileSync(join(own[kind], name), text)
  const answer = (number: number) =>
    `create or replace function answer() returns int language sql as 'select ${number}'`
  write('functions', 'answer.sql', answer(41))
  write('functions', 'other.sql', 'select 1')
  expect(await migrate(url, own)).toEqual(['answer.sql', 'other.sql'])
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
    const own = { migrations: mkdtempSync(join(folder, 'm-')), functions: mkdtempSync(join(folder, 'f-')) }
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
  const own = { migrations: mkdtempSync(join(folder, 'm-')), functions: none }
  const known = { ...own, migrations: none }
  writeFileSync(join(own.migrations, '0001_drop_motto.unused-since-1.10.0.sql'), 'select 1')
  expect(await migrate(url, own, '1.11.0')).toHaveLength(1)
  expect(await migrate(url, known, '1.10.0')).toEqual([])
  await expect(migrate(url, known, '1.9.0')).rejects.toThrow(
    'This is release 1.9.0, and the database no longer has what it reads (0001_drop_motto.unused-since-1.10.0.sql): start 1.10.0 or a newer one.',
  )
})

test('functions of which one cannot be applied stay as they were, all of them', async () => {
  const url = await emptyDatabase()
  const own = { migrations: none, functions: mkdtempSync(join(folder, 'f-')) }
  writeFileSync(join(own.functions, 'a.sql'), `create function a() returns int language sql as 'select 1'`)
  writeFileSync(join(own.functions, 'b.sql'), 'create nonsense')
  await expect(migrate(url, own)).rejects.toThrow('syntax error')
  await expect(ask(url, 'select a()')).rejects.toThrow('does not exist')
})

/** Creates a database as it was before a migration. */
async function databaseBefore(migration: string) {
  const url = await emptyDatabase()
  const earlier = mkdtempSync(join(folder, 'earlier-'))
  for (const file of readdirSync(migrations))
    if (file < migration) cpSync(join(migrations, file), join(earlier, file))
  await migrate(url, { migrations: earlier, functions: none })
  return url
}

test('reports of reviews that stood in a table of their own are tickets afterwards, each once', async () => {
  const url = await databaseBefore('0160')
  const id = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`
  const [project, kept, hidden, withdrawn, open, one, two] = [1, 2, 3, 4, 5, 6, 7].map(id)
  const review = (review: string, columns = '', values = '') =>
    `insert into reviews (id, order_id, project_id, member_id, rating, text${columns})
     values ('${review}', '${review}', '${project}', '${one}', 1, 'x'${values});`
  const report = (review: string, member: string, reason: string, settled: string) =>
    `insert into review_reports (review_id, member_id, reason, text, reported_at, settled_at)
     values ('${review}', '${member}', '${reason}', 'said', '2026-01-0${review.at(-1)}', ${settled});`
  await ask(
    url,
    `set session_replication_role = replica;
     alter table tickets disable trigger all;
     ${review(kept!)} ${review(hidden!, ', hidden_at, hidden_reason', ", '2026-02-01', 'An advert'")}
     ${review(withdrawn!, ', withdrawn_at', ", '2026-03-01'")} ${review(open!)}
     ${report(kept!, one!, 'spam', "'2026-02-01'")} ${report(hidden!, one!, 'abuse', "'2026-02-01'")}
     ${report(withdrawn!, two!, 'spam', 'null')} ${report(open!, one!, 'other', 'null')}
     ${report(open!, two!, 'other', 'null')}
     insert into tickets (id, number, member_id, project_id, review_id, kind, text, reported_at) values
       ('${id(8)}', 7, '${one}', '${project}', '${open}', 'other', 'said', '2026-01-05'),
       ('${id(9)}', 8, '${one}', '${project}', null, 'copied', 'of the listing', '2026-01-06');
     update ticket_numbers set last = 8;`,
  )
  await migrate(url, { migrations, functions: none })
  const tickets = await ask(
    url,
    `select number, right(review_id::text, 1) as review, right(member_id::text, 1) as member, kind, text, outcome,
       reasons, decided_at::date::text as decided from tickets order by number`,
  )
  const ticket = (number: number, about: object, decision: object = {}) => ({
    number,
    text: 'said',
    outcome: null,
    reasons: null,
    decided: null,
    ...about,
    ...decision,
  })
  expect(tickets).toEqual([
    ticket(7, { review: '5', member: '6', kind: 'other' }),
    ticket(8, { review: null, member: '6', kind: 'copied', text: 'of the listing' }),
    ticket(
      9,
      { review: '2', member: '6', kind: 'spam' },
      { outcome: 'no_action', reasons: 'It keeps to our rules.', decided: '2026-02-01' },
    ),
    ticket(
      10,
      { review: '3', member: '6', kind: 'abuse' },
      { outcome: 'hidden', reasons: 'An advert', decided: '2026-02-01' },
    ),
    ticket(
      11,
      { review: '4', member: '7', kind: 'spam' },
      { outcome: 'no_action', reasons: 'The review was taken back.', decided: '2026-03-01' },
    ),
    ticket(12, { review: '5', member: '7', kind: 'other' }),
  ])
  expect(await ask(url, 'select last from ticket_numbers')).toEqual([{ last: 12 }])
  await expect(ask(url, 'select from review_reports')).rejects.toThrow('does not exist')
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
