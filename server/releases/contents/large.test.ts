import { monitorEventLoopDelay } from 'node:perf_hooks'

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aShop } from '../../../test/uploads.ts'

/** As many files as a project may have: 10,000 in one folder, the others spread over 100 folders, three deep. */
const app = await startApp()
let id: string
beforeAll(async () => {
  id = (await aShop(app)).id
  const { releaseId } = await app.db
    .selectFrom('projects')
    .select('releaseId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`
    insert into release_files (release_id, path, sha256, size, language)
    select ${releaseId}::uuid,
      case when n < 10000 then 'flat/' || n || '.py' else 'deep/' || n % 100 || '/x/' || n || '.py' end,
      (select min(sha256) from blobs), 10, 'Python'
    from generate_series(0, 19997) n`.execute(app.db)
  await sql`delete from release_folders`.execute(app.db)
  await sql`delete from release_languages`.execute(app.db)
  await sql`select count_release(${releaseId}::uuid)`.execute(app.db)
  await sql`update releases set file_count = 20000 where id = ${releaseId}`.execute(app.db)
})

const folder = async (path: string, offset = 0) =>
  (await app.api.releases.folder({ params: { id }, query: { path, offset } })).folder

test('the contents of 20,000 files are an answer of some kilobytes and stall nobody', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const answer = await app.app.inject(`/api/projects/${id}/contents`)
  const { fileCount, languages, folders } = await app.api.releases.contents({ params: { id } })
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(100)
  expect(answer.body.length).toBeLessThan(40_000)
  expect([fileCount, languages[0]]).toEqual([20_000, { name: 'Python', size: 199_980 + 9 }])
  expect(folders.map(({ path, total }) => [path, total])).toEqual(
    [
      ['', 4],
      ['deep', 100],
      ['flat', 10_000],
      ['src', 1],
    ].slice(0, folders.length),
  )
  expect(folders.flatMap(({ entries }) => entries).length).toBeLessThanOrEqual(200)
})

test('a folder of 10,000 files is read in parts, each file once, in order', async () => {
  const paths: string[] = []
  for (;;) {
    const { entries, total } = await folder('flat', paths.length)
    expect(total).toBe(10_000)
    if (entries.length === 0) break
    expect(entries.length).toBeLessThanOrEqual(200)
    paths.push(...entries.map(({ path }) => path))
  }
  expect(paths).toEqual(Array.from({ length: 10_000 }, (_, n) => `flat/${n}.py`).toSorted())
})

test('folders come before files, also across parts', async () => {
  expect((await folder('deep')).entries[0]).toEqual({
    path: 'deep/0',
    size: 1000,
    files: 100,
    language: null,
  })
  expect((await folder('deep', 99)).entries.map(({ path }) => path)).toEqual(['deep/99'])
  expect((await folder('', 2)).entries.map(({ path }) => path)).toEqual(['src', 'README.md'])
  expect((await folder('deep', 100)).entries).toEqual([])
})
