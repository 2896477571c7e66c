import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { aListing, upload } from '../../../test/uploads.ts'

const app = await startApp()
const contents = async (id: string, { api } = { api: app.api }) => {
  const { success: _, ...rest } = await api.releases.contents({ params: { id } })
  return rest
}
const folder = async (id: string, path: string, { api } = { api: app.api }) =>
  (await api.releases.folder({ params: { id }, query: { path } })).folder

const file = (path: string, size: number, language: string | null) => ({ path, size, language, files: null })
const inner = (path: string, size: number, files: number) => ({ path, size, files, language: null })

test('everybody sees the folders, files, sizes and languages of a published project, its README and its lines', async () => {
  const { id } = await aListing(app, {
    'x/b/main.go': 'a\nb\n',
    'x/b/c/d.go': 'a\n',
    'x/a.bin': Buffer.from([0, 10, 10]),
    'x/docs/README.md': 'far',
    'x/readme.txt': 'near',
  })
  const folders = [
    {
      path: '',
      files: 5,
      size: 16,
      total: 4,
      entries: [inner('b', 6, 2), inner('docs', 3, 1), file('a.bin', 3, null), file('readme.txt', 4, 'Text')],
    },
    {
      path: 'b',
      files: 2,
      size: 6,
      total: 2,
      entries: [inner('b/c', 2, 1), file('b/main.go', 4, 'Go')],
    },
    { path: 'docs', files: 1, size: 3, total: 1, entries: [file('docs/README.md', 3, 'Markdown')] },
    { path: 'b/c', files: 1, size: 2, total: 1, entries: [file('b/c/d.go', 2, 'Go')] },
  ]
  expect(await contents(id)).toEqual({
    fileCount: 5,
    totalFileSize: 16,
    lines: 5,
    languages: [
      { name: 'Go', size: 6 },
      { name: 'Text', size: 4 },
      { name: 'Markdown', size: 3 },
    ],
    readmeHtml: '<pre tabindex="0" data-plain="">near</pre>',
    folders,
  })
  for (const one of folders) expect(await folder(id, one.path)).toEqual(one)
})

test('an unpublished project shows its contents to its owner and staff alone', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner)
  for (const { api } of [owner, admin]) {
    expect(await contents(id, { api })).toMatchObject({ folders: [], readmeHtml: null, lines: 0 })
    expect(await folder(id, '', { api })).toMatchObject({ total: 0, entries: [] })
  }
  await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
  for (const { api } of [owner, admin]) {
    expect(await contents(id, { api })).toMatchObject({ fileCount: 2 })
    expect((await folder(id, '', { api })).entries).toHaveLength(2)
  }
  for (const api of [app.api, stranger.api]) {
    await expect(contents(id, { api })).rejects.toMatchObject({ code: 'not_found' })
    await expect(folder(id, '', { api })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a folder that is not there, a file and a path that is none are refused', async () => {
  const { id } = await aListing(app, { 'src/a.txt': '1', 'b.txt': '2' })
  for (const path of ['nowhere', 'b.txt', '..', 'src/', '/', '%', "'; drop table releases", 'src%']) {
    await expect(folder(id, path), path).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const path of ['a\0b', 'a'.repeat(401)]) {
    await expect(folder(id, path), path).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('names are in the order people expect, whatever their case', async () => {
  const { id } = await aListing(app, { 'b.txt': '1', 'A.txt': '', 'C.txt': '', 'é.txt': '' })
  expect((await folder(id, '')).entries.map(({ path }) => path)).toEqual(['A.txt', 'b.txt', 'C.txt', 'é.txt'])
})
