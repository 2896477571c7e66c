import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { anAddress } from '../../test/makers.ts'

const app = await startApp()
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  fc.constantFrom(undefined, '', '\0', '\ud800', "'"),
)

test('no input to the staff sign-in causes a server error or signs in', async () => {
  const fields = { email: fc.oneof(anything, fc.emailAddress()), password: anything }
  const bodies = fc.oneof(
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const reply = await app.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: anAddress(),
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      expect(reply.json()).toMatchObject({ success: false })
      expect(Math.floor(reply.statusCode / 100)).toBe(4)
    }),
    { numRuns: repetitions(200, 40) },
  )
})
