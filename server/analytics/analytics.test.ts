import Fastify, { type FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../test/makers.ts'
import { aBuyer, boughtBy, source } from '../../test/orders.ts'
import { countDays } from './daily-counter.ts'

const app = await startApp()
const admin = await anAdmin(app)
const analytics = async (period?: number) =>
  (await admin.api.analytics.get({ query: period ? { period } : {} })).analytics

test('the technologies of the projects added in the period are counted, the most used first', async () => {
  const owner = await aMember(app)
  const old = await aProject(owner, { technologies: ['COBOL'] })
  await aProject(owner, { technologies: ['React', 'Node.js'] })
  await aProject(owner, { technologies: ['React'] })
  await sql`update projects set created_at = now() - interval '40 days' where id = ${old._id}`.execute(app.db)
  const newOnes = [
    { _id: 'React', count: 2 },
    { _id: 'Node.js', count: 1 },
  ]
  expect((await analytics()).technologyStats).toEqual(newOnes)
  expect((await analytics(7)).technologyStats).toEqual(newOnes)
  expect((await analytics(90)).technologyStats).toEqual([newOnes[0], { _id: 'COBOL', count: 1 }, newOnes[1]])
  await expect(analytics(8)).rejects.toMatchObject({ status: 400 })
})

test('searches, those without result and carts are counted by day, not those of staff', async () => {
  const search = { query: { search: 'nothing is called so' } }
  await app.api.projects.list(search)
  await admin.api.projects.list(search)
  await app.api.analytics.countCart()
  await app.app.daily.flush()
  const { days } = await analytics()
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toMatchObject({ visits: 0, searches: 1, emptySearches: 1, cartAdditions: 1 })
})

test('a visit is the first page of a client in half an hour; robots, calls and staff make none', async () => {
  const pages = Fastify()
  countDays(pages, app.db)
  const hello = (_request: unknown, reply: FastifyReply) => reply.type('text/html').send('<p>Hello')
  pages.get('*', { config: { isPage: true } }, hello)
  for (const path of ['/api/projects', '/metrics']) pages.get(path, hello)
  const ask = (url: string, remoteAddress: string, agent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0') =>
    pages.inject({ url, remoteAddress, headers: { accept: 'text/html', 'user-agent': agent } })
  for (const url of ['/', '/projects', '/']) await ask(url, '10.1.1.1')
  await ask('/about', '10.1.1.2')
  await ask('/', '10.1.1.3', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  for (const url of ['/admin/dashboard', '/api/projects', '/metrics']) await ask(url, '10.1.1.4')
  await pages.close()
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: 2 })
})

test('views, purchases and what was paid are told by category, technology and owner', async () => {
  const owner = await aMember(app, { name: 'Kaveri Iyer' })
  const sold = await aPublishedProject(app, {
    owner,
    admin,
    price: 499,
    category: 'AI/ML',
    technologies: ['Rust'],
  })
  await app.api.views.count({ params: { id: sold._id }, body: { from: '' } })
  await boughtBy(app, await aBuyer(app), source({ id: sold._id }))
  const { days, categories, technologies, owners } = await analytics(7)
  const figures = { views: 1, purchases: 1, revenue: 499 }
  expect(days.at(-1)).toMatchObject({ ...figures, refunds: 0 })
  expect(categories).toEqual([{ name: 'AI/ML', ...figures }])
  expect(technologies).toEqual([{ name: 'Rust', ...figures }])
  expect(owners).toEqual([{ name: 'Kaveri Iyer', ...figures }])
})
