import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing, unlist } from '../../test/orders.ts'
import { viewsSince } from './lookup-queries.ts'
import { sourceOf, viewCounter } from './views.ts'

const app = await startApp()
const owner = await aBuyer(app)
const site = { publicUrl: 'https://readymade.example', mode: 'live' } as const

const viewsOf = async ({ id }: { id: string }) =>
  Object.fromEntries(
    (await viewsSince(app.db, [id], '2000-01-01')).map(({ source, views }) => [source, views]),
  )

test('a view counts once for a visitor, whichever process is asked, under where it came from', async () => {
  const project = await aListing(app.db, owner.id, 100)
  const [count, countElsewhere] = [viewCounter(app.db, site), viewCounter(app.db, site)]
  const view = { projectId: project.id, from: '/', visitor: 'one' }
  for (const visitor of ['one', 'one', 'two']) await count({ ...view, visitor })
  for (const visitor of ['one', 'two']) await countElsewhere({ ...view, visitor })
  await countElsewhere({ ...view, from: 'https://www.google.co.in/', visitor: 'three' })
  expect(await viewsOf(project)).toEqual({ Google: 1, Home: 2 })
  await sql`update attempts set window_ends_at = now() where bucket like 'view %'`.execute(app.db)
  await count(view)
  expect(await viewsOf(project)).toEqual({ Google: 1, Home: 3 })
})

test('twenty views at once are all counted', async () => {
  const project = await aListing(app.db, owner.id, 100)
  const count = viewCounter(app.db, site)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => count({ projectId: project.id, from: '', visitor: `${n}` })),
  )
  expect(await viewsOf(project)).toEqual({ 'Direct or unknown': 20 })
})

test('what is not public has no views, is not remembered, and nobody learns that it exists', async () => {
  const project = await aListing(app.db, owner.id, 100)
  await unlist(owner, project.id)
  await app.db.deleteFrom('attempts').execute()
  const call = { params: { id: project.id }, body: { from: '/' } }
  expect(await app.api.projects.countView(call)).toEqual({ success: true })
  expect(await viewsOf(project)).toEqual({})
  expect(await app.db.selectFrom('attempts').selectAll().execute()).toEqual([])
})

test.each([
  ['', 'Direct or unknown'],
  ['http://[', 'Direct or unknown'],
  ['/', 'Home'],
  ['/projects', 'Project list'],
  ['/projects?category=SaaS', 'Project list'],
  ['/projects?search=library', 'Search here'],
  [`${site.publicUrl}/projects/1`, 'Another project'],
  ['/members/1', 'Owner’s profile'],
  ['/about', 'Other pages here'],
  ['https://www.google.com/search', 'Google'],
  ['https://notgoogle.com/', 'Other sites'],
  ['https://google.com.evil.example/', 'Other sites'],
  ['https://l.instagram.com/', 'Instagram'],
  ['https://t.co/x', 'X'],
  ['android-app://com.whatsapp/', 'Other sites'],
])('somebody from %j came by: %s', (from, source) => {
  expect(sourceOf(from, site)).toBe(source)
})

test('in demo mode who looks around at another name of this machine does not come from another site', () => {
  const from = 'http://127.0.0.1:3000/projects'
  const demo = { publicUrl: 'http://localhost:3000', mode: 'demo' } as const
  expect(sourceOf(from, demo, '127.0.0.1:3000')).toBe('Project list')
  expect(sourceOf(from, { ...demo, mode: 'live' }, '127.0.0.1:3000')).toBe('Other sites')
})
