import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { schemaFiles, unusedSince } from './migrate.ts'

/** What the release before cannot read or write beside: it would fail until the last of its processes has ended. */
const contractions = [
  /\bdrop\s+(column|table|view|materialized\s+view|type|function|sequence)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+column\b(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/i,
]
const contracts = (sql: string) => {
  const code = sql.replace(/--.*/g, '').replace(/\/\*.*?\*\//gs, '')
  return contractions.some((pattern) => pattern.test(code))
}

test.each([
  'alter table projects drop column motto',
  'alter table projects\n  rename motto to slogan',
  'alter table projects rename to works',
  'alter table projects alter column motto set not null',
  'alter table projects alter column motto type int',
  'alter table projects add column motto text not null',
  'drop function if exists words(text)',
  'drop table mottos',
])('%j takes away what an older version uses', (sql) => expect(contracts(sql)).toBe(true))

test.each([
  "alter table projects add column motto text not null default ''",
  'alter table projects add column length int not null generated always as (1) stored',
  'alter table projects add column motto text, add column other text',
  'alter table projects alter column motto drop not null, drop constraint short',
  'create table mottos (id uuid not null)',
  '-- drop column motto comes later\nselect 1',
])('%j leaves it', (sql) => expect(contracts(sql)).toBe(false))

test('a migration that takes something away says in its name which release stopped using it', () => {
  const nameless = readdirSync(schemaFiles.migrations).filter(
    (name) =>
      contracts(readFileSync(join(schemaFiles.migrations, name), 'utf8')) && unusedSince(name) === undefined,
  )
  expect(
    nameless,
    'Leave it until the release after next, and call the file NNNN_what.unused-since-RELEASE.sql: docs/decisions/0081.',
  ).toEqual([])
})
