import { expect, test } from 'vitest'

import { unknownId } from '../test/calls.ts'
import { aBuyer, aListing } from '../test/orders.ts'
import { startSite } from '../test/site.ts'

const site = await startSite()
const owner = await aBuyer(site)
const project = await aListing(site.db, owner.id, 49_900, { title: 'Library Desk' })
await aListing(site.db, owner.id, 0, { title: 'Blood Bank' })

test('every address of the pages’ sitemap is a page that calls itself by that address, under a title of its own', async () => {
  const addresses = addressesIn((await site.request('/sitemaps/pages.xml')).body)
  expect(addresses.length).toBeGreaterThan(10)
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const address of addresses) {
    const { status, body, headers } = await site.request(address)
    expect(status, `${address} ${headers.location}`).toBe(200)
    expect(body, address).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(body, address).not.toContain('noindex')
    titles.add(/<title>(.*?)<\/title>/.exec(body)![1]!)
    descriptions.add(/<meta name="description" content="(.*?)"/.exec(body)![1]!)
  }
  expect(titles.size).toBe(addresses.length)
  expect(descriptions.size).toBe(addresses.length)
})

test('every project of the sitemaps is a page with an image of its own', async () => {
  const [, ...parts] = addressesIn((await site.request('/sitemap.xml')).body)
  const addresses = addressesIn((await site.request(parts[0]!)).body)
  expect(addresses).toHaveLength(2)
  const images = new Set<string>()
  for (const address of addresses) {
    const { body } = await site.request(address)
    expect(body, address).toContain(`<link rel="canonical" href="${address}"/>`)
    const [, image] = /<meta property="og:image" content="(.*?)"/.exec(body)!
    expect((await site.request(image!)).headers['content-type'], address).toBe('image/jpeg')
    images.add(image!)
  }
  expect(images.size).toBe(addresses.length)
})

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/projects?category=Web+Development', ['BreadcrumbList']],
  [`/projects/${project.id}`, ['Product', 'BreadcrumbList']],
])('%s describes itself to machines', async (path, things) => {
  const { document } = await site.pageAt(path)
  const { '@graph': graph } = JSON.parse(
    document.querySelector('script[type="application/ld+json"]')!.textContent,
  ) as { '@graph': { '@type': string }[] }
  expect(graph.map((thing) => thing['@type'])).toEqual(things)
})

test.each([
  '/cart',
  '/checkout',
  '/profile',
  '/signin',
  '/signin/link',
  '/signup',
  '/admin/login',
  '/admin/login/link',
  '/admin/projects',
])('%s asks search engines not to list it', async (path) => {
  expect((await site.request(path)).body).toContain('<meta name="robots" content="noindex')
})

test.each([unknownId, 'nonsense'])('/projects/%s is not found, and says so to HEAD too', async (id) => {
  const { status, body } = await site.request(`/projects/${id}`)
  expect(status).toBe(404)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect(body).toContain('Project Not Found')
  expect((await site.request(`/projects/${id}`, 'HEAD')).status).toBe(404)
  expect((await site.request(`/og/${id}.jpg`)).status).toBe(404)
})

test('the site can be installed: the manifest names icons that are there, in the sizes it says', async () => {
  const { document } = await site.pageAt('/')
  const href = document.querySelector('link[rel="manifest"]')!.getAttribute('href')!
  const { icons } = JSON.parse((await site.request(href)).body) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const { headers, bytes } = await site.request(src)
    expect(headers['content-type']).toContain(type)
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png'])
    expect((await site.request(path)).headers['content-type']).toMatch(/^image\//)
})

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
