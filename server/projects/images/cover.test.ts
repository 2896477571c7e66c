import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const get = (path: string) => app.app.inject({ url: path })

test('the cover of a published project is an SVG picture, whatever its files are called', async () => {
  const { _id } = await aPublishedProject(app, { owner, admin })
  const tree = ['a<b>&"c".py', 'bell\u{7}\u{1b}.txt'].map((name) => ({
    name,
    depth: 0,
    size: 10,
    isEntry: false,
  }))
  await app.db
    .updateTable('projects')
    .set({ fileTree: sql`${JSON.stringify(tree)}::jsonb` })
    .where('id', '=', _id)
    .execute()
  const { statusCode, headers, rawPayload, body } = await get(`/covers/${_id}.svg`)
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\/svg\+xml/)])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('>a&lt;b>&amp;"c".py</text>')
  expect(body).toContain('>bell.txt</text>')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'svg', width: 320, height: 200 })
})

test('what is not published has no cover', async () => {
  const pending = await aProject(owner)
  const withdrawn = await aPublishedProject(app, { owner, admin })
  await owner.api.projects.ownerUpdate({ params: { id: withdrawn._id }, body: { isActive: false } })
  for (const name of [`${pending._id}.svg`, `${withdrawn._id}.svg`, 'nonsense.svg'])
    expect((await get(`/covers/${name}`)).statusCode).toBe(404)
})
