import { expect, test } from 'vitest'

import { startSite } from '../../test/site.ts'

const site = await startSite()

test.each([
  ['/login', '/signin'],
  ['/auth', '/signin'],
  ['/register', '/signup'],
  ['/register?ref=ASHA2345&next=%2Fcart', '/signup?ref=ASHA2345&next=%2Fcart'],
  ['/login?next=%2Fcart', '/signin?next=%2Fcart'],
  ['/no/such/page', '/'],
])('%s leads to %s, as the specification says', async (from, to) => {
  const { status, headers } = await site.request(from)
  expect([status, headers.location]).toEqual([302, to])
})
