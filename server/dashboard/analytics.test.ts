import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../test/makers.ts'
import { aBuyer, buyAndPay, source, soldDaysAgo } from '../../test/orders.ts'
import { countDays } from './analytics.ts'

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
  expect(days.at(-1)).toMatchObject({ visits: 1, searches: 1, emptySearches: 1, cartAdditions: 1 })
})

test('a visit is a client’s first page after half an hour of rest; robots, calls and staff make none', async () => {
  const { visits: before } = (await analytics()).days.at(-1)!
  const pages = Fastify()
  countDays(pages, app.dependencies)
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
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: before + 2 })
})

test('a client that changes its name is at most 50 visitors between two writes, also from all over its IPv6 network; others count', async () => {
  const { visits: before } = (await analytics()).days.at(-1)!
  const pages = Fastify()
  countDays(pages, app.dependencies)
  pages.get('*', { config: { isPage: true } }, (_request, reply) => reply.send('page'))
  const ask = (version: number, remoteAddress: string) =>
    pages.inject({
      url: '/',
      remoteAddress,
      headers: { accept: 'text/html', 'user-agent': `Mozilla/5.0 (X11; Linux) Firefox/${version}.0` },
    })
  for (let n = 0; n < 80; n++) {
    await ask(n, '10.4.1.1')
    await ask(n, `2001:db8:1:2::${n}`)
  }
  await ask(140, '10.4.1.2')
  await pages.daily.flush()
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: before + 101 })
  await ask(79, '10.4.1.1')
  await pages.close()
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: before + 102 })
})

test('of any number of networks at most 2,000 visitors are counted between two writes, and who is known goes on', async () => {
  const { visits: before } = (await analytics()).days.at(-1)!
  const pages = Fastify()
  countDays(pages, app.dependencies)
  const look = (ip: string) =>
    pages.daily.visitorOf({ ip, headers: { 'user-agent': 'Firefox/140.0' } } as FastifyRequest)
  const first = look('10.5.0.0')
  for (let n = 1; n < 2100; n++) look(`10.5.${n >> 8}.${n & 255}`)
  expect(look('10.6.1.1')).toBeUndefined()
  expect(look('10.5.0.0')).toBe(first)
  await pages.close()
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: before + 2000 })
})

test('who goes on in a page of yesterday visits today too: the browser’s router asks for data instead of pages', async () => {
  const { visits: before } = (await analytics()).days.at(-1)!
  const pages = Fastify()
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] })
  countDays(pages, app.dependencies)
  pages.get('*', { config: { isPage: true } }, (_request, reply) => reply.send('data'))
  const headers = { accept: '*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }
  const ask = (url: string) => pages.inject({ url, headers, remoteAddress: '10.2.1.1' })
  await ask('/projects.data?_routes=x')
  vi.useRealTimers()
  await ask('/projects/1.data')
  await ask('/about.data')
  await ask('/admin/dashboard.data')
  await pages.close()
  const { days } = await analytics()
  expect(days.at(-1)).toMatchObject({ visits: before + 1 })
  expect(days.at(-2)).toMatchObject({ visits: 1 })
})

test('a day has no fewer visits than prove its views and purchases, also when a process died with what it counted', async () => {
  const owner = await aMember(app)
  const project = await aPublishedProject(app, { owner, admin, price: 100 })
  const other = await aPublishedProject(app, { owner, admin, price: 100 })
  const views = (projectId: string, daysAgo: number, source: string, count: number) =>
    sql`insert into project_views (project_id, day, source, views)
      values (${projectId}, (now() at time zone 'Asia/Kolkata')::date - ${daysAgo}::int, ${source}, ${count})`.execute(
      app.db,
    )
  await views(project._id, 20, 'Home', 3)
  await views(project._id, 20, 'Google', 2)
  await views(other._id, 20, 'Home', 4)
  for (const buyer of [await aBuyer(app), await aBuyer(app)]) {
    const { _id } = await buyAndPay(app, buyer, source({ id: project._id }), source({ id: other._id }))
    await soldDaysAgo(app.db, _id, 21)
  }
  const { days } = await analytics()
  expect(days.at(-21)).toMatchObject({ visits: 5, views: 9, purchases: 0 })
  expect(days.at(-22)).toMatchObject({ visits: 2, views: 0, purchases: 4 })
  expect(days.at(-23)).toMatchObject({ visits: 0, views: 0, purchases: 0 })
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
  await app.api.projects.countView({ params: { id: sold._id }, body: { from: '' } })
  await buyAndPay(app, await aBuyer(app), source({ id: sold._id }))
  const { days, categories, technologies, owners } = await analytics(7)
  const figures = { views: 1, purchases: 1, revenue: 499 }
  expect(days.at(-1)).toMatchObject({ ...figures, refunds: 0 })
  expect(categories).toEqual([{ name: 'AI/ML', ...figures }])
  expect(technologies).toEqual([{ name: 'Rust', ...figures }])
  expect(owners).toEqual([{ name: 'Kaveri Iyer', ...figures }])
})

test('who looks at a project without a page being asked for is a visit, once; a crawler that runs scripts is neither', async () => {
  const project = await aPublishedProject(app, { admin, price: 100 })
  const { visits, views } = (await analytics()).days.at(-1)!
  const headless = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0 Safari/537.36'
  const look = (agent: string) =>
    app.app.inject({
      method: 'POST',
      url: `/api/projects/${project._id}/views`,
      remoteAddress: '10.3.1.1',
      headers: { 'user-agent': agent },
      payload: { from: '/' },
    })
  for (const agent of [headless, headless, 'Googlebot/2.1 (+http://www.google.com/bot.html)'])
    expect((await look(agent)).statusCode).toBe(200)
  await app.app.daily.flush()
  expect((await analytics()).days.at(-1)).toMatchObject({ visits: visits + 1, views: views + 1 })
})
