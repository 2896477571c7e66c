import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { HeadTags, type PageHandle, PublicTags } from './page-handle.tsx'

const order = { title: (data: unknown) => (typeof data === 'number' ? `Order ${data}` : 'Order') }

test.each<[string, PageHandle, PageHandle, unknown, string]>([
  ['its name', {}, { title: 'Cart' }, undefined, 'Cart | Readymade'],
  ['a name made of its data', {}, order, 7, 'Order 7 | Readymade'],
  ['a name without its data', {}, order, undefined, 'Order | Readymade'],
  [
    'the end that its layout says',
    { titleEnd: 'Readymade staff' },
    { title: 'Audit' },
    0,
    'Audit | Readymade staff',
  ],
  ['the name of the shop', {}, {}, undefined, 'Readymade'],
])('the title of a page comes from %s, and the page is not indexed', (_, layout, page, data, title) => {
  const Stub = createRoutesStub([
    {
      id: 'layout',
      path: '/',
      handle: layout,
      children: [{ id: 'page', index: true, Component: HeadTags, handle: page }],
    },
  ])
  const html = renderToString(<Stub hydrationData={{ loaderData: { page: data } }} />)
  expect(html).toContain(`<title>${title}</title>`)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
})

const head = { origin: 'https://shop.in', path: '/about', title: 'About', description: 'Who we are' }

test('a public page has a canonical address; one that is not listed is not indexed, but its links are followed', () => {
  const listed = renderToString(<PublicTags {...head} />)
  expect(listed).toContain('<link rel="canonical" href="https://shop.in/about"/>')
  expect(listed).not.toContain('robots')
  const followed = renderToString(<PublicTags {...head} listed={false} />)
  expect(followed).toContain('<meta name="robots" content="noindex, follow"/>')
  expect(followed).not.toContain('canonical')
})
