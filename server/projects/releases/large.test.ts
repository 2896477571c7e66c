import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { longestStall, timeLimit } from '../../../test/stall.ts'
import { aListing, blobsIn } from '../../../test/uploads.ts'
import { insertRelease } from './queries.ts'

/** A release with the most files allowed: 10,000 in one folder, the others spread over 100 folders, three deep. */
const app = await startApp()
let id: string
beforeAll(async () => {
  id = (await aListing(app)).id
  const { sha256 } = (await blobsIn(app))[0]!
  const large = Array.from({ length: 19_998 }, (_, n) => ({
    path: n < 10_000 ? `flat/${n}.py` : `deep/${n % 100}/x/${n}.py`,
    sha256,
    size: 10,
    language: 'Python',
  }))
  const small = ['README.md', 'src/main.py'].map((path) => ({ path, sha256, size: 5, language: null }))
  const release = { id: randomUUID(), projectId: id, number: 2, fileCount: 20_000, totalSize: 199_990 }
  await insertRelease(app.db, { ...release, status: 'approved' }, [...large, ...small])
  await app.db.updateTable('projects').set({ releaseId: release.id }).where('id', '=', id).execute()
})

const folder = async (path: string, offset = 0) =>
  (await app.api.releases.folder({ params: { id }, query: { path, offset } })).folder

test('the contents of 20,000 files are an answer of some kilobytes and stall nobody', async () => {
  const read = () => app.app.inject(`/api/projects/${id}/contents`)
  expect(await longestStall(read)).toBeLessThan(timeLimit(100))
  const answer = await read()
  const { fileCount, languages, folders } = await app.api.releases.contents({ params: { id } })
  expect(answer.body.length).toBeLessThan(40_000)
  expect([fileCount, languages[0]]).toEqual([20_000, { name: 'Python', size: 199_980 }])
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
