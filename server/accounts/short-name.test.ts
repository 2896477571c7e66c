import { expect, test } from 'vitest'

import { formerMemberName, shortName } from './short-name.ts'

test.each([
  ['Asha Kumari Rao', 'Asha R.'],
  ['  Asha  ', 'Asha'],
  ['स्मिता कुलकर्णी', 'स्मिता कु.'],
  ['ஸ்ரீதேவி கிருஷ்ணன்', 'ஸ்ரீதேவி கி.'],
  [formerMemberName, formerMemberName],
])('%s is %s to others', (name, short) => {
  expect(shortName(name)).toBe(short)
})
