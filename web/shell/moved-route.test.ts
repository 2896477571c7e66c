import { expect, test } from 'vitest'

import { startSite } from '../../test/site.ts'

const site = await startSite()

test.each([
  ['/login', '/signin'],
  ['/auth', '/signin'],
  ['/register', '/signup'],
  ['/register?ref=ASHA2345', '/signup?ref=ASHA2345'],
  ['/no/such/page', '/'],
])('%s leads to %s, as the specification says', async (from, to) => {
  const { status, headers } = await site.request(from)
  expect([status, headers.location]).toEqual([302, to])
})
