import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'

import { supportPages } from './content/support-texts.ts'
import { pageFacts } from './page-facts.ts'
import routes from './routes.ts'
import { defaultSite } from './shell/site.ts'

/** The routes of web/routes.ts with their modules, as the build has them. */
const built: ServerBuild['routes'] = {}
type Route = NonNullable<ServerBuild['routes'][string]>
await build(routes)
async function build(entries: readonly RouteConfigEntry[], parentId?: string) {
  for (const { file, id = file, path, index, children } of entries) {
    const module = (await import(/* @vite-ignore */ `./${file}`)) as Route['module']
    built[id] = { id, parentId, path, index, module }
    if (children) await build(children, id)
  }
}
const { isPublic, acceptsForm, sitemap } = pageFacts(built)
const at = (path: string) => new URL(path, 'http://x.in').href

describe('an address of a public page', () => {
  test.each([
    '/',
    '/?ref=ASHA12',
    '/projects',
    '/projects?search=hospital&page=2',
    '/projects/suggestions.data?search=hos',
    '/projects/01890000-0000-7000-8000-000000000000',
    '/categories?category=AI%2FML',
    '/about',
    '/contact?project=01890000-0000-7000-8000-000000000000',
    '/support/help',
    '/projects.data?category=SaaS',
    '/projects/01890000-0000-7000-8000-000000000000.data',
    '/_.data',
  ])('%s', (path) => expect(isPublic(at(path))).toBe(true))
})

describe('an address of a private page or of no page', () => {
  test.each([
    '/signin',
    '/signin/link',
    '/signup?ref=ASHA12',
    '/profile',
    '/profile.data',
    '/cart',
    '/wishlist',
    '/checkout',
    '/orders/payments/1',
    '/owner/projects/01890000-0000-7000-8000-000000000000',
    '/sandbox/1',
    '/admin',
    '/admin.data',
    '/admin/projects',
    '/admin/login',
    '/api/projects',
    '/nowhere',
    '/login',
    '/profile/following',
    '/owner/projects/1/findings.data',
    '/admin/search',
    '/projects/1/edit',
    '/projects/%2e%2e/profile',
    '/projects/../profile',
    '/http://x.in/projects',
  ])('%s', (path) => expect(isPublic(at(path))).toBe(false))
})

test('a form is accepted only by pages with an action', () => {
  expect(['/contact', '/contact.data', '/projects', '/about'].map((path) => acceptsForm(at(path)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the sitemap has only public pages, and every support page', () => {
  expect(sitemap).toEqual(
    expect.arrayContaining(['/', '/projects', '/categories', '/about', '/contact', '/support/help']),
  )
  expect(sitemap.filter((path) => path.startsWith('/support/'))).toEqual(
    supportPages(defaultSite).map(({ slug }) => `/support/${slug}`),
  )
  expect(sitemap.filter((path) => !isPublic(at(path)))).toEqual([])
})
