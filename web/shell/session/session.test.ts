import { expect, test } from 'vitest'

import { addressWithNext, ownAddress } from './session.ts'

test.each(['/checkout', '/checkout?project=1&kind=report', '/cart#total', '/projects?search=a%2Fb'])(
  'sign-in continues at %s',
  (address) => {
    expect(ownAddress(address)).toBe(address)
    expect(addressWithNext('/signup', address)).toBe(`/signup?next=${encodeURIComponent(address)}`)
  },
)

test.each([
  null,
  '',
  'checkout',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '///evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '/signin?next=/signin',
  '/signin/link',
  '/signup',
])('sign-in never continues at %j', (address) => {
  expect(ownAddress(address)).toBeNull()
  expect(addressWithNext('/signin', address)).toBe('/signin')
})
