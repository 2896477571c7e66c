import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test('every address of the pages’ sitemap is a page that calls itself by that address, under a title of its own', async ({
  request,
}) => {
  const addresses = addressesIn(await (await request.get('/sitemaps/pages.xml')).text())
  expect(addresses.length).toBeGreaterThan(10)
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const address of addresses) {
    const reply = await request.get(address, { maxRedirects: 0 })
    expect(reply.status(), address).toBe(200)
    const html = await reply.text()
    expect(html, address).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(html, address).not.toContain('noindex')
    titles.add(/<title>(.*?)<\/title>/.exec(html)![1]!)
    descriptions.add(/<meta name="description" content="(.*?)"/.exec(html)![1]!)
  }
  expect(titles.size).toBe(addresses.length)
  expect(descriptions.size).toBe(addresses.length)
})

test('every project of the sitemaps is a page with an image of its own', async ({ request }) => {
  const [, ...parts] = addressesIn(await (await request.get('/sitemap.xml')).text())
  const addresses = addressesIn(await (await request.get(parts[0]!)).text())
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    const html = await (await request.get(address)).text()
    expect(html, address).toContain(`<link rel="canonical" href="${address}"/>`)
    const image = await request.get(/<meta property="og:image" content="(.*?)"/.exec(html)![1]!)
    expect(image.headers()['content-type'], address).toBe('image/jpeg')
  }
})

for (const path of ['/', '/projects?category=Database', 'a project']) {
  test(`${path} describes itself to machines, and the browser has nothing to complain of`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page)
    await page.goto('/projects')
    const project = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
    await page.goto(path === 'a project' ? project! : path)
    await hydrated(page)
    const graph = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)[
      '@graph'
    ] as {
      '@type': string
    }[]
    expect(graph.map((thing) => thing['@type'])).toEqual(
      path === '/'
        ? ['Organization', 'WebSite']
        : path === 'a project'
          ? ['Product', 'BreadcrumbList']
          : ['BreadcrumbList'],
    )
    expect(complaints).toEqual([])
  })
}

test('going on without loading anew changes title and address alike', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | Readymade')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(page.url())
})

for (const path of [
  '/cart',
  '/checkout',
  '/profile',
  '/signin',
  '/signin/link',
  '/signup',
  '/admin/login',
  '/admin/login/link',
  '/admin/projects',
]) {
  test(`${path} asks search engines not to list it`, async ({ request }) => {
    expect(await (await request.get(path)).text()).toContain('<meta name="robots" content="noindex')
  })
}

for (const id of ['018f0000-0000-7000-8000-000000000000', 'nonsense']) {
  test(`/projects/${id} is not found, and says so to HEAD too`, async ({ request }) => {
    const reply = await request.get(`/projects/${id}`)
    expect(reply.status()).toBe(404)
    expect(await reply.text()).toContain('<meta name="robots" content="noindex"/>')
    expect((await request.head(`/projects/${id}`)).status()).toBe(404)
    expect((await request.get(`/og/${id}.jpg`)).status()).toBe(404)
  })
}

test('the site can be installed: the manifest names icons that are there, in the sizes it says', async ({
  page,
}) => {
  await page.goto('/')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await page.request.get(href!)).json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toContain(type)
    if (type !== 'image/png') continue
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png'])
    expect((await page.request.get(path)).headers()['content-type']).toMatch(/^image\//)
})

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)

/**
 * Collects console errors and warnings: violations of the Content-Security-Policy, and differences between the page and
 * the server's HTML.
 */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
