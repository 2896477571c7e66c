import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aPublishedProject } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
await aPublishedProject(app, { owner, admin, title: 'Zoo ticket counter', description: 'For visitors.' })
await aPublishedProject(app, { owner, admin, title: 'Aquarium light', description: 'For fish.' })

const search = (words: string) => app.api.projects.list({ query: { search: words } })
const { synonyms } = admin.api

test('a synonym that staff add, change and delete counts in the next search, and stands in the audit log', async () => {
  expect((await search('chidiyaghar')).match).toBe('popular')
  const { synonyms: set } = await synonyms.create({ body: { words: ['chidiyaghar', 'zoo'] } })
  expect(await search('chidiyaghar')).toMatchObject({
    match: 'all',
    projects: [{ title: 'Zoo ticket counter' }],
  })
  const params = { id: set._id }
  await synonyms.update({ params, body: { words: ['chidiyaghar', 'aquarium'], isNear: true } })
  expect(await search('chidiyaghar')).toMatchObject({
    match: 'near',
    projects: [{ title: 'Aquarium light' }],
  })
  await synonyms.remove({ params })
  expect((await search('chidiyaghar')).match).toBe('popular')
  const { entries } = await admin.api.audit.list({ query: { about: set._id } })
  expect(entries.map(({ action }) => action)).toEqual(['delete synonyms', 'change synonyms', 'add synonyms'])
})

test('a word alone, words that are the same but for their endings, and signs alone are refused', async () => {
  for (const words of [['zoo'], ['zoo', 'zoos', 'ZOO'], ['zoo', '+++']])
    await expect(synonyms.create({ body: { words } })).rejects.toMatchObject({ status: 400 })
})

test('sets are found by a part of a word', async () => {
  await synonyms.create({ body: { words: ['machhlighar', 'fish tank'] } })
  const { sets, pagination } = await synonyms.list({ query: { search: 'HHLIG' } })
  expect(sets).toMatchObject([{ words: ['machhlighar', 'fish tank'], isNear: false }])
  expect(pagination.total).toBe(1)
})

test('searches that found nothing nearer than near are counted for staff, those of staff and with matches are not', async () => {
  for (const words of ['Perpetual  Motion', 'perpetual motion', 'zoo', 'xq']) await search(words)
  await admin.api.projects.list({ query: { search: 'engine of dreams' } })
  const expected = [{ search: 'perpetual motion', count: 2 }]
  await expect
    .poll(async () => (await synonyms.list({ query: {} })).poorSearches.filter(({ count }) => count > 1))
    .toEqual(expect.arrayContaining(expected))
  const { poorSearches } = (await admin.api.analytics.get({ query: { period: 7 } })).analytics
  const searches = poorSearches.map((row) => row.search)
  expect(searches).toContain('perpetual motion')
  for (const words of ['zoo', 'xq', 'engine of dreams']) expect(searches).not.toContain(words)
})
