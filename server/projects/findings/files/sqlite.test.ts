import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import { timeLimit } from '../../../../test/stall.ts'
import { tablesOf } from './sqlite.ts'

/** The bytes of a database that SQLite itself makes with these statements. */
function databaseOf(sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.db')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return readFileSync(file)
}

const students = `
  create table "students" (id integer primary key, [Full Name] text not null, marks real, fee int default (1 + 1),
    check (fee <> 5), unique (marks));
  insert into students values (1, 'Asha Rao', 71.5, 200), (2, 'रवि', null, -70000), (3, '', 0, 1);
  create view everybody as select * from students;
  create index by_fee on students (fee);`

test('the tables of a SQLite file are read as SQLite wrote them, in every encoding and page size', () => {
  for (const pragma of [
    '',
    'pragma page_size = 512;',
    'pragma page_size = 65536;',
    "pragma encoding = 'UTF-16le';",
  ])
    expect(tablesOf(databaseOf(pragma + students)), pragma).toEqual([
      {
        name: 'students',
        columns: ['id', 'full name', 'marks', 'fee'],
        rows: [
          [null, 'Asha Rao', 71.5, 200],
          [null, 'रवि', null, -70_000],
          [null, '', 0, 1],
        ],
      },
    ])
})

test('of a large table the first rows are read, and long texts over all their pages', () => {
  const [table] = tablesOf(
    databaseOf(`pragma page_size = 1024; create table logs (id integer primary key, text text);
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into logs select i, case i when 1 then printf('%.*c', 5000, 'x') || 'end' else 'row ' || i end from n;`),
  )
  expect(table!.rows).toHaveLength(200)
  expect(table!.rows[0]![1]).toBe(`${'x'.repeat(5000)}end`)
  expect(table!.rows[199]![1]).toBe('row 200')
})

test('a damaged or malicious file is read as far as it goes, and takes no time', () => {
  const whole = databaseOf(`pragma page_size = 512; ${students}
    with recursive n (i) as (select 10 union all select i + 1 from n where i < 3000)
    insert into students select i, 'name ' || i, null, i from n;`)
  const begun = performance.now()
  for (let seed = 1; seed <= 400; seed++) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change < 40; change++) {
      const at = (seed * 7919 + change * 104_729 * seed) % (change % 2 === 0 ? 4096 : bytes.length)
      if (at >= 16) bytes[at] = (seed * 31 + change * 17) % 256
    }
    for (const { rows } of tablesOf(bytes)) expect(rows.length).toBeLessThanOrEqual(200)
  }
  // Pages that name each other, and a table that is its own child.
  const circle = Buffer.from(whole)
  for (let page = 2; page * 512 <= circle.length; page++) {
    circle[(page - 1) * 512] = 5
    circle.writeUInt16BE(40, (page - 1) * 512 + 3)
    circle.writeUInt32BE(2 + (page % 3), (page - 1) * 512 + 8)
  }
  expect(tablesOf(circle).flatMap(({ rows }) => rows).length).toBeLessThanOrEqual(200)
  expect(tablesOf(whole.subarray(0, 700)).length).toBeLessThanOrEqual(1)
  expect(tablesOf(Buffer.from('SQLite format 3\0'))).toEqual([])
  expect(tablesOf(Buffer.alloc(4096))).toEqual([])
  expect(performance.now() - begun).toBeLessThan(timeLimit(20_000))
})
