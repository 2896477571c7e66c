import { gunzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, projectRow } from '../../../test/makers.ts'
import { crawlerRoutes } from './routes.ts'
import { pageSitemapRoute, sitemapOf } from './sitemap.ts'

const publicUrl = 'https://shop.example'
const app = await startApp({ PUBLIC_URL: publicUrl })
const owner = await aMember(app)
const admin = await anAdmin(app)
// The same routes with three addresses in a sitemap, so that seven projects need three sitemaps.
const small = Fastify()
crawlerRoutes(small, app.dependencies, { size: 3 })
pageSitemapRoute(small, app.dependencies, ['/', '/about'])
afterAll(() => small.close())

const read = async (path: string) => (await small.inject(path)).body
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)

let published: string[]
let hidden: string

beforeAll(async () => {
  published = []
  for (let made = 0; made < 7; made++) {
    const category = made % 2 ? ('AI/ML' as const) : ('Web Development' as const)
    published.push((await aPublishedProject(app, { owner, admin, category }))._id)
  }
  hidden = (await aProject(owner))._id
})

test('the sitemaps named by the index hold every published project once, and no other', async () => {
  const index = addressesIn(await read('/sitemap.xml'))
  expect(index).toEqual(
    ['pages', 'projects-1', 'projects-2', 'projects-3'].map((name) => `${publicUrl}/sitemaps/${name}.xml`),
  )
  const parts = await Promise.all(
    index.slice(1).map(async (address) => addressesIn(await read(new URL(address).pathname))),
  )
  expect(parts.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(parts.flat().toSorted()).toEqual(published.map((id) => `${publicUrl}/projects/${id}`).toSorted())
  expect(parts.flat()).not.toContain(`${publicUrl}/projects/${hidden}`)
})

test('an address carries the time of the project’s last change', async () => {
  const xml = await read('/sitemaps/projects-1.xml')
  const row = await projectRow(app.db, published.toSorted()[0]!)
  expect(/<lastmod>(.*?)<\/lastmod>/.exec(xml)?.[1]).toBe(row.updatedAt.toISOString())
})

test('more projects than one statement reads arrive whole', async () => {
  const part = await sitemapOf('projects', app.db, { publicUrl, part: 1, size: 5, atOnce: 2 })
  let text = ''
  for await (const piece of part!) text += piece
  expect(addressesIn(text)).toEqual(
    published
      .toSorted()
      .slice(0, 5)
      .map((id) => `${publicUrl}/projects/${id}`),
  )
})

test('a sitemap beyond the last, or with an odd number, is not found', async () => {
  for (const part of ['4', '0', '01', '1e1', '-1', '999999999'])
    expect((await small.inject(`/sitemaps/projects-${part}.xml`)).statusCode).toBe(404)
})

test('a sitemap comes compressed for who can read it', async () => {
  const { headers, rawPayload } = await small.inject({
    url: '/sitemaps/projects-1.xml',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toBe(await read('/sitemaps/projects-1.xml'))
})

test('the pages’ sitemap has the pages that say so, and the categories that have projects', async () => {
  const pages = addressesIn(await read('/sitemaps/pages.xml'))
  expect(pages.slice(0, 2)).toEqual([`${publicUrl}/`, `${publicUrl}/about`])
  expect(pages).toContain(`${publicUrl}/projects?category=Web+Development`)
  expect(pages).toContain(`${publicUrl}/projects?category=AI%2FML`)
  expect(pages.join()).not.toContain('category=SaaS')
})

test('robots.txt names the sitemap and asks crawlers to stay out of calls, people’s pages and narrowed lists', async () => {
  const { body, headers } = await app.app.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  for (const path of ['/api/', '/admin', '/cart', '/checkout', '/profile', '/projects?*search='])
    expect(body.split('\n')).toContain(`Disallow: ${path}`)
})
