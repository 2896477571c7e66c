import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { aListing, chunkOf, download, type Files, filesIn, finalise, keysIn } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data
const some = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, randomUUID()]))
const bad = ['x/CON', 'x/aux.js', 'x/notes?.txt', 'x/end.', 'x/space /a.js', 'x/gpj\u202Ees.py', 'x/a\u200Bb']

test.each([false, true])(
  'files with names that not every computer can store are listed with the reason, and the rest is stored (text fields last: %s)',
  async (fieldsLast) => {
    const { _id: id } = await aProject(owner)
    const before = new Set(await keysIn(app.dependencies.storage))
    const good = some('x/main.py', 'x/src/a.js')
    const answer = await send(chunkOf(id, { ...some(...bad), ...good }, { fieldsLast }))
    expect(answer).toMatchObject({ fileCount: 2, excluded: [] })
    expect(answer.failedUploads.map(({ path }) => path)).toEqual(bad)
    expect(answer.failedUploads.slice(0, 2)).toEqual([
      { path: 'x/CON', error: "'x/CON': Windows reserves the name 'CON'" },
      { path: 'x/aux.js', error: "'x/aux.js': Windows reserves the name 'aux'" },
    ])
    expect((await keysIn(app.dependencies.storage)).filter((key) => !before.has(key))).toHaveLength(2)
    await finalise(owner, id, good)
    const zip = filesIn((await download(app, owner.token, id)).rawPayload)
    expect(Object.keys(zip).toSorted()).toEqual(['main.py', 'src/a.js'])
  },
)

test('what is left out anyway is not complained about, in whatever case it is written', async () => {
  const { _id: id } = await aProject(owner)
  const left = ['x/Node_Modules/aux.js', 'x/.GIT/config', 'x/THUMBS.DB', 'x/a.EXE', 'x/PACKAGE-LOCK.JSON']
  const answer = await send(chunkOf(id, some('x/a.js', ...left)))
  expect(answer).toMatchObject({ fileCount: 1, failedUploads: [], excluded: left })
})

test('a chunk of nothing but such names is counted as empty, and the others make the release', async () => {
  const { _id: id } = await aProject(owner)
  const good = some('x/a.js')
  await send(chunkOf(id, good, { index: 0, total: 2 }))
  expect(await send(chunkOf(id, some('x/nul'), { index: 1, total: 2 }))).toMatchObject({ fileCount: 1 })
  expect((await finalise(owner, id, good)).fileCount).toBe(1)
})

test('a release that has such names from earlier is still downloaded whole', async () => {
  const { owner: seller, id } = await aListing(app, { 'README.md': '#', 'src/main.py': 'print(1)\n' })
  await app.db
    .updateTable('releaseFiles')
    .set({ path: 'src/aux?.py' })
    .where('path', '=', 'src/main.py')
    .execute()
  const zip = filesIn((await download(app, seller.token, id)).rawPayload)
  expect(Object.keys(zip).toSorted()).toEqual(['README.md', 'src/aux?.py'])
})
