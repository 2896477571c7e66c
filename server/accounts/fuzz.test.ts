import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { aMember, anAddress } from '../../test/makers.ts'

const app = await startApp()
const member = await aMember(app)

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', '\0', '\ud800', "'", '000000', '9876543210', 'a@x.in', 'https://x.in'),
)
const anything = fc.oneof(text, fc.jsonValue(), fc.constant(undefined))
const email = fc.oneof(
  anything,
  fc.emailAddress(),
  fc.emailAddress().map((address) => `${address}\0`),
)
const group = (...names: string[]) =>
  fc.oneof(
    anything,
    fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] }),
  )
const profile = {
  name: fc.oneof(anything, fc.constant('Asha')),
  phone: fc.oneof(anything, fc.constant('9876543210')),
  college: anything,
  year: fc.oneof(anything, fc.constantFrom('1st Year', '')),
  referralCode: anything,
}
const calls: [string, string, Record<string, fc.Arbitrary<unknown>>][] = [
  ['POST', '/users/auth/email/send-otp', { email }],
  ['POST', '/users/auth/check-email', { email }],
  [
    'POST',
    '/users/auth/email/verify-otp',
    {
      email,
      otp: fc.oneof(anything, fc.constant('123456')),
      sessionToken: anything,
      userData: fc.oneof(anything, fc.record(profile, { requiredKeys: [] })),
    },
  ],
  ['POST', '/users/auth/refresh', { refreshToken: anything }],
  [
    'PUT',
    '/users/profile',
    {
      ...profile,
      course: anything,
      address: group('street', 'city', 'pincode', 'country'),
      socialMedia: group('instagram', 'linkedin'),
      preferences: group('newsletter', 'publicProfile'),
    },
  ],
]

test.each(calls)('%s %s answers no input with a server error', async (method, path, fields) => {
  const bodies = fc.oneof(
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const reply = await app.app.inject({
        method: method as 'POST',
        url: `/api${path}`,
        remoteAddress: anAddress(),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
        payload: JSON.stringify(body),
      })
      expect(reply.statusCode).toBeLessThan(500)
      expect(reply.json()).toMatchObject({ success: reply.statusCode < 400 })
    }),
    { numRuns: repetitions(150, 30) },
  )
})

test('broken JSON, other types and no body are answered with 4xx', async () => {
  for (const [method, path] of calls) {
    for (const [type, payload] of [
      ['application/json', '{"email":'],
      ['application/json', '{"__proto__":{"x":1}}'],
      ['application/json', ''],
      ['text/plain', 'email=a@x.in'],
      ['application/x-www-form-urlencoded', 'email=a%40x.in'],
    ] as const) {
      const headers = { 'content-type': type, authorization: `Bearer ${member.token}` }
      const reply = await app.app.inject({
        method: method as 'POST',
        url: `/api${path}`,
        headers,
        payload,
        remoteAddress: anAddress(),
      })
      expect({ path, type, payload, class: Math.floor(reply.statusCode / 100) }).toEqual({
        path,
        type,
        payload,
        class: 4,
      })
    }
  }
})
