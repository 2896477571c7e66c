import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../test/makers.ts'
import { aShop, upload } from '../../test/uploads.ts'

const app = await startApp()
const contents = async (id: string, { api } = { api: app.api }) => {
  const { files, readmeHtml, lines } = await api.releases.contents({ params: { id } })
  return { files, readmeHtml, lines }
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
    readmeHtml: '<pre tabindex="0" data-plain="">near</pre>',
    lines: 4,
  })
})

test('an unpublished project shows its contents to its owner and staff alone', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner)
  for (const { api } of [owner, admin])
    expect(await contents(id, { api })).toEqual({ files: [], readmeHtml: null, lines: 0 })
  await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
  for (const { api } of [owner, admin]) expect((await contents(id, { api })).files).toHaveLength(2)
  for (const api of [app.api, stranger.api])
    await expect(contents(id, { api })).rejects.toMatchObject({ code: 'not_found' })
})
