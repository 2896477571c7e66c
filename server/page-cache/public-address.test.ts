import { expect, test } from 'vitest'

import { isPublicAddress } from './public-address.ts'

test.each([
  '/',
  '/?ref=ASHA12',
  '/projects',
  '/projects?search=hospital&page=2',
  '/projects/01890000-0000-7000-8000-000000000000',
  '/categories?category=AI%2FML',
  '/about',
  '/contact?project=01890000-0000-7000-8000-000000000000',
  '/support/help',
  '/projects.data?category=SaaS',
  '/projects/01890000-0000-7000-8000-000000000000.data',
  '/_.data',
])('%s is the same for everybody', (url) => expect(isPublicAddress(url)).toBe(true))

test.each([
  '/signin',
  '/signup?ref=ASHA12',
  '/profile',
  '/profile.data',
  '/cart',
  '/checkout',
  '/orders/payments/1',
  '/owner/projects/01890000-0000-7000-8000-000000000000',
  '/sandbox/1',
  '/admin',
  '/admin/projects',
  '/api/projects',
  '/projects/1/edit',
  '/projects/%2e%2e/profile',
  '/projects/../profile',
  '//projects',
  'http://elsewhere.in/projects',
  `/projects?search=${'a'.repeat(600)}`,
])('%s is not kept', (url) => expect(isPublicAddress(url)).toBe(false))
