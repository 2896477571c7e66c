import { expect, test } from 'vitest'

import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

import { startApp } from '../../../test/app.ts'
import { aMember } from '../../../test/makers.ts'

const app = await startApp()
const { token } = await aMember(app)
const calls = Object.values(contract).flatMap((group) => Object.values(group as Record<string, Endpoint>))
const id = '01890000-0000-7000-8000-000000000000'

/** Returns the Cache-Control header of an answer. */
async function cachingOf(method: string, url: string, authorization?: string) {
  const { headers } = await app.app.inject({
    method: method as 'GET',
    url,
    headers: authorization === undefined ? {} : { authorization },
  })
  return headers['cache-control']
}

test.each(calls)('$method $path is not cached when the request carries a token', async ({ method, path }) => {
  const url = `/api${path.replace(/:\w+/g, id)}`
  expect(await cachingOf(method, url, 'Bearer not.a.token')).toBe('no-store')
})

test.each(calls)(
  '$method $path without a token may be cached only when the endpoint is public',
  async (call) => {
    const isPublic = call.method === 'GET' && call.access === 'anyone'
    const url = `/api${call.path.replace(/:\w+/g, id)}`
    expect(await cachingOf(call.method, url)).toBe(isPublic ? undefined : 'no-store')
  },
)

test('what a member reads is not cached, and neither is a wrong address they ask for', async () => {
  for (const url of ['/api/users/profile', '/api/projects', '/api/nothing', '/api/projects/me'])
    expect(await cachingOf('GET', url, `Bearer ${token}`)).toBe('no-store')
})

test.each(['/healthz', '/api/projects', '/api/docs/', '/api/nothing', '/nothing'])(
  '%s tells browsers where a request came from only within the site, and allows no powerful feature',
  async (url) => {
    const { headers } = await app.app.inject({ url })
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    const features = String(headers['permissions-policy']).split(', ')
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(features).toContain(`${feature}=()`)
    for (const feature of features) expect(feature).toMatch(/^[a-z-]+=\(\)$/)
  },
)

test('no answer may be framed, in the words of every browser', async () => {
  const { headers } = await app.app.inject({ url: '/healthz' })
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test.each([
  ['/%ff', 404, 'not_found'],
  ['/api/%ff', 404, 'not_found'],
  ['/api/%', 404, 'not_found'],
  ['/media/%c0%af', 404, 'not_found'],
  ['/api/projects/%ff', 400, 'invalid_input'],
  ['/files/report/%zz?a=%ff', 403, 'not_allowed'],
])(
  '%s, which no text stands behind, is answered as any address that leads nowhere',
  async (url, status, code) => {
    const { statusCode, headers, body } = await app.app.inject({ url })
    expect([statusCode, JSON.parse(body)]).toEqual([
      status,
      expect.objectContaining({ success: false, code }),
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test('the description of the API stands under the same policy as every answer, but for one style of its own', async () => {
  const policy = async (url: string) => (await app.app.inject({ url })).headers['content-security-policy']
  const everywhere = await policy('/healthz')
  expect(everywhere).not.toContain('unsafe')
  for (const url of ['/api/docs/', '/api/docs/static/index.html', '/api/docs/static/swagger-initializer.js'])
    expect(String(await policy(url)).replace(/ 'sha256-[^']+'/, '')).toBe(everywhere)
})

test('the description of the API is a page to read with what it is made of; below it a wrong address is one as everywhere', async () => {
  const page = await app.app.inject('/api/docs/')
  expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([
    200,
    'text/html; charset=utf-8',
    expect.stringContaining('Readymade API'),
  ])
  for (const [, file] of page.body.matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)) {
    const { statusCode } = await app.app.inject(new URL(file!, 'http://site/api/docs/').pathname)
    expect([file, statusCode]).toEqual([file, 200])
  }
  const wrong = await app.app.inject('/api/docs/nothing')
  expect([wrong.statusCode, wrong.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
})
