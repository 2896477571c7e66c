import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { drawn } from '../../../test/pictures.ts'
import { aListing, keysIn, upload } from '../../../test/uploads.ts'
import { releaseJobs } from '../jobs.ts'
import { pathOfPicture } from './readme-pictures.ts'

const app = await startApp()
await app.jobs.work(releaseJobs(app.dependencies))

const png = (width: number, colour = '#0a0') => drawn(width, 40, colour).png().toBuffer()
const readmeOf = async (id: string) => (await app.api.releases.contents({ params: { id } })).readmeHtml ?? ''
const copies = async () =>
  (await keysIn(app.dependencies.storage)).filter((key) => key.startsWith('readme-pictures/'))
/** Without the pass of who may see a project that is not published. */
const addressesIn = (html: string) => [...html.matchAll(/src="([^"?]+)/g)].map(([, address]) => address!)

test('a picture of the upload is shown through a copy of ours, a later release with the same picture shares it', async () => {
  const files = {
    'README.md':
      '# Shop\n\n![Home](./docs/home%20page.png) ![Other](https://shop.example/x.png) ![Broken](docs/broken.png)',
    'docs/home page.png': await png(800),
    'docs/broken.png': 'no picture',
  }
  const { id, owner } = await aListing(app, files)
  await app.jobs.run()
  const html = await readmeOf(id)
  expect(html).toContain('<span>Other</span>')
  expect(html).toContain('<span>Broken</span>')
  const [address] = addressesIn(html)
  expect(address).toMatch(/^\/media\/readme\/[0-9a-f-]{36}\/1280\.webp$/)
  const reply = await app.app.inject({ url: address! })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(reply.headers['content-security-policy']).toContain('sandbox')
  const before = await copies()
  await upload(owner, id, { ...files, 'README.md': '![Again](docs/home%20page.png)' })
  await app.jobs.run()
  const { readmeHtml } = await owner.api.releases.contents({ params: { id } })
  expect(addressesIn(readmeHtml ?? '')).toEqual([address])
  expect(await copies()).toEqual(before)
})

test('an address without a picture is unknown', async () => {
  for (const address of [
    '/media/readme/00000000-0000-7000-8000-000000000000/640.webp',
    '/media/readme/x/640.webp',
  ])
    expect((await app.app.inject({ url: address })).statusCode).toBe(404)
})

test.each([
  ['images/a.png', 'README.md', 'images/a.png'],
  ['./a.png', 'docs/README.md', 'docs/a.png'],
  ['../a.png', 'docs/README.md', 'a.png'],
  ['/img/a.png', 'docs/README.md', 'img/a.png'],
  ['img/a%20b.png?raw=true', 'README.md', 'img/a b.png'],
  ['img\\a.png', 'README.md', 'img/a.png'],
  ['https://github.com/asha/shop/blob/main/img/a.png?raw=true', 'README.md', 'img/a.png'],
  ['https://raw.githubusercontent.com/asha/shop/main/img/a.png', 'README.md', 'img/a.png'],
])('the picture %s of %s is %s', (name, readme, path) => {
  expect(pathOfPicture(name, readme)).toBe(path)
})

test.each([
  'https://img.shields.io/x.svg',
  'data:image/png;base64,AA',
  '//cdn.example/a.png',
  'javascript:alert(1)',
  '',
])('the picture %s is none of the upload', (name) => {
  expect(pathOfPicture(name, 'README.md')).toBeUndefined()
})
