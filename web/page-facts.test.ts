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
const { publicAddress, acceptsForm, sitemap } = pageFacts(built)
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
    '/compare?ids=a,b',
    '/about',
    '/contact?project=01890000-0000-7000-8000-000000000000',
    '/support/help',
    '/projects.data?category=SaaS',
    '/projects/01890000-0000-7000-8000-000000000000.data',
    '/_.data',
  ])('%s', (path) => expect(publicAddress(at(path))).toBeDefined())
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
  ])('%s', (path) => expect(publicAddress(at(path))).toBeUndefined())
})

test('a public page is kept by what it reads of its address, as it was written', () => {
  const kept = (path: string) => publicAddress(at(path))
  expect(kept('/?fbclid=IwAR0&ref=ASHA12')).toBe('/')
  expect(kept('/projects?utm_source=a&search=library+app%21&utm_medium=&page=2&constructor=1')).toBe(
    '/projects?search=library+app%21&page=2',
  )
  expect(kept('/projects?%73earch=x&search=%E0%A4%A')).toBe('/projects?%73earch=x&search=%E0%A4%A')
  expect(kept('/projects.data?_routes=catalogue%2Fprojects-page&gclid=1')).toBe(
    '/projects.data?_routes=catalogue%2Fprojects-page',
  )
  expect(kept('/categories?category=AI%2FML&page=2')).toBe('/categories?category=AI%2FML')
  expect(kept('/contact?need=a&project=b&c=d')).toBe('/contact?need=a&project=b')
  expect(kept('/compare?ids=a%2Cb&fbclid=1&ids=c')).toBe('/compare?ids=a%2Cb&ids=c')
  expect(kept('/about?page=2')).toBe('/about')
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
  expect(sitemap.filter((path) => !publicAddress(at(path)))).toEqual([])
})
