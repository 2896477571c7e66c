import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { PublicTags } from '../shell/page-handle.tsx'
import { memberHead } from './page-heads.server.ts'

const origin = 'https://shop.example'
const member: Parameters<typeof memberHead>[1] = {
  _id: '01a1fd02-a38a-70ae-a6db-dc7defc336cc',
  name: 'Kavya Nair',
  college: 'NIT Calicut',
  profilePicture: '/media/avatars/a/384.webp',
  rating: 4.25,
  reviews: 8,
}

/** Renders the head tags as they stand in the document. */
function rendered(changes: Partial<typeof member> = {}, page = 1) {
  return renderToString(
    <PublicTags {...memberHead(origin, { ...member, ...changes }, { page, total: 13 })} />,
  )
}

const thingsIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!)['@graph'] as object[]

test('the head of a profile has the name, the number of projects and the canonical address', () => {
  const html = rendered()
  expect(html).toContain('<title>Kavya Nair | Readymade</title>')
  expect(html).toContain(
    'content="13 coding projects by Kavya Nair, NIT Calicut, each checked by our staff. Rated 4.3 of 5 by buyers."',
  )
  expect(html).toContain(`<link rel="canonical" href="${origin}/members/${member._id}"/>`)
})

test('a later page of a profile has its own canonical address', () => {
  expect(rendered({}, 2)).toContain(`<link rel="canonical" href="${origin}/members/${member._id}?page=2"/>`)
})

test('schema.org data describes a person, with a picture and a college where there are some', () => {
  expect(thingsIn(rendered())[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: 'Kavya Nair',
      image: `${origin}/media/avatars/a/384.webp`,
      affiliation: { name: 'NIT Calicut' },
    },
  })
  const [bare] = thingsIn(rendered({ profilePicture: null, college: '' })) as { mainEntity: object }[]
  expect(bare!.mainEntity).not.toHaveProperty('image')
  expect(bare!.mainEntity).not.toHaveProperty('affiliation')
})

test('markup in a name stays text', () => {
  const html = rendered({ name: '</script><img src=x>' })
  expect(html).not.toContain('<img')
  expect(html.match(/<\/script/g)).toHaveLength(1)
})
