import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { Review } from '#contract/orders/reviews.ts'

import { PublicTags } from '../shell/page-handle.tsx'
import { defaultSite } from '../shell/site.ts'
import { projectHead } from './page-heads.server.ts'

const origin = 'https://shop.example'
const project: Parameters<typeof projectHead>[1] = {
  _id: '01a1fd02-a38a-70ae-a6db-dc7defc336cc',
  title: 'Library Desk',
  description: 'Books, members and fines.\n\nRuns on any laptop.',
  category: 'AI/ML',
  price: 1499,
  difficulty: 'Beginner',
  images: [
    {
      url: '/media/a/1280.webp',
      filePath: 'images/a',
      alt: 'Desk',
      thumbnail: null,
      width: 1280,
      height: 800,
    },
  ],
  languages: [{ name: 'Python', percent: 100 }],
  fileTree: [],
  technologies: ['Python'],
  fileCount: 12,
  lines: 840,
  runs: null,
  reportPrice: null,
  licence: 'readymade',
  verifiedAt: '2026-01-30T10:00:00.000Z',
  rating: 0,
  reviews: 0,
  projectOwner: { _id: 'b', name: 'Asha Rao', isPublic: false, profilePicture: null },
}
const review: Review = {
  _id: 'c',
  name: 'Ravi K.',
  profilePicture: null,
  rating: 4,
  text: 'Good',
  createdAt: '2026-02-03T10:00:00.000Z',
  editedAt: null,
  isFree: false,
  isDiscounted: false,
  reply: null,
}

/** Renders the head tags as they stand in the document. */
function rendered(changes: Partial<typeof project>, reviews: Review[] = [], site = defaultSite) {
  return renderToString(<PublicTags {...projectHead(origin, { ...project, ...changes }, reviews, site)} />)
}

const imageIn = (html: string) => /<meta property="og:image" content="(.*?)"/.exec(html)?.[1]

function thingsIn(html: string) {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  return JSON.parse(json!)['@graph'] as { '@type': string; [property: string]: unknown }[]
}

test('the head of a project has its price, category and summary, its canonical address and its image', () => {
  const html = rendered({})
  expect(html).toContain('<title>Library Desk: AI/ML project, ₹1,499 | Readymade</title>')
  expect(html).toContain('content="₹1,499, AI/ML, Beginner. Books, members and fines. Runs on any laptop."')
  expect(html).toContain(`<link rel="canonical" href="${origin}/projects/${project._id}"/>`)
  expect(imageIn(html)).toMatch(`${origin}/og/${project._id}.jpg?v=`)
})

test('the address of the image changes with every fact that it shows', () => {
  const addresses = [
    {},
    { technologies: ['Python', 'Flask'] },
    { fileCount: 13 },
    { lines: 841 },
    { runs: { ran: 9, of: 10, isStamped: true } },
    { reportPrice: 199 },
    { licence: 'own' as const },
    { verifiedAt: '2026-02-01T10:00:00.000Z' },
  ].map((change) => imageIn(rendered(change)))
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the seller of the offer is who sells: the operator in its own name, or the owner on a marketplace', () => {
  const sellerBy = (site: Partial<typeof defaultSite>) => {
    const things = thingsIn(rendered({}, [], { ...defaultSite, ...site }))
    const product = things.find((thing) => thing['@type'] === 'Product')
    return (product!.offers as { seller: object }).seller
  }
  expect(sellerBy({})).toMatchObject({ '@type': 'Organization', name: 'Readymade' })
  const operator = { ...defaultSite.operator, legalName: 'Readymade Software LLP' }
  expect(sellerBy({ operator })).toMatchObject({ name: 'Readymade Software LLP' })
  expect(sellerBy({ sellsAs: 'marketplace' })).toEqual({ '@type': 'Person', name: 'Asha Rao' })
})

test('the address of the image changes with the price, and not with what the image does not show', () => {
  const address = imageIn(rendered({}))
  expect(imageIn(rendered({ description: 'More', rating: 5 }))).toBe(address)
  expect(imageIn(rendered({ price: 999 }))).not.toBe(address)
})

test('the product has an offer in rupees, and a rating only with reviews', () => {
  const [product, breadcrumbs] = thingsIn(rendered({}))
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Library Desk',
    offers: { price: '1499.00', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
  expect(product).not.toHaveProperty('aggregateRating')
  expect(product).not.toHaveProperty('review')
  expect(breadcrumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1 },
      { item: `${origin}/projects?category=AI%2FML` },
      { name: 'Library Desk' },
    ],
  })
  const [reviewed] = thingsIn(rendered({ rating: 4, reviews: 1 }, [review]))
  expect(reviewed).toMatchObject({
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ author: { name: 'Ravi K.' }, datePublished: '2026-02-03' }],
  })
})

test('markup and quotes in a title stay text everywhere in the head', () => {
  const title = '</script><script>alert("1")</script> \'"><img src=x> &amp; \u2028'
  const html = rendered({ title, description: title, projectOwner: { ...project.projectOwner, name: title } })
  expect(thingsIn(html)[0]).toMatchObject({ name: title, brand: { name: title } })
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<\/script/g)).toHaveLength(1)
  expect(html).not.toContain('<img')
})
