import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../test/makers.ts'
import { aShop, upload } from '../../test/uploads.ts'

const app = await startApp()
const contents = async (id: string, { api } = { api: app.api }) => {
  const { files, readme, lines } = await api.releases.contents({ params: { id } })
  return { files, readme, lines }
}

test('everybody sees the paths, sizes and languages of a published project, its README and its lines', async () => {
  const { id } = await aShop(app, {
    'x/b/main.go': 'a\nb\n',
    'x/a.bin': Buffer.from([0, 10, 10]),
    'x/docs/README.md': 'far',
    'x/readme.txt': 'near',
  })
  expect(await contents(id)).toEqual({
    files: [
      { path: 'a.bin', size: 3, language: null },
      { path: 'b/main.go', size: 4, language: 'Go' },
      { path: 'docs/README.md', size: 3, language: 'Markdown' },
      { path: 'readme.txt', size: 4, language: 'Text' },
    ],
    readme: 'near',
    lines: 4,
  })
})

test('an unpublished project shows its contents to its owner and staff alone', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner)
  for (const { api } of [owner, admin])
    expect(await contents(id, { api })).toEqual({ files: [], readme: null, lines: 0 })
  await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
  for (const { api } of [owner, admin]) expect((await contents(id, { api })).files).toHaveLength(2)
  for (const api of [app.api, stranger.api])
    await expect(contents(id, { api })).rejects.toMatchObject({ code: 'not_found' })
})

test('a README is cut at 64 KB without breaking a letter, and bytes that are no text do no harm', async () => {
  const long = 'न'.repeat(30_000)
  const { id } = await aShop(app, { 'README.md': long, 'b.txt': '' })
  const { readme } = await contents(id)
  expect(readme).toBe('न'.repeat(Math.floor((64 * 1024) / 3)))
  const { id: other } = await aShop(app, { 'README.md': Buffer.from([255, 254, 0, 60, 62]), 'b.txt': '' })
  expect((await contents(other)).readme).toEqual(expect.any(String))
})
