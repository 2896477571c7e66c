import fc from 'fast-check'
import { expect, test } from 'vitest'

import { redactMessage } from './redact-message.ts'

test.each([
  ['TypeError: l is not a function', 'TypeError: l is not a function'],
  [
    "Cannot read properties of undefined (reading 'price')",
    'Cannot read properties of undefined (reading …)',
  ],
  ['Unexpected token \'H\', "Hello "Asha" it\'s" is not valid JSON', 'Unexpected token … is not valid JSON'],
  ['Unexpected end of "my address is 12 Park', 'Unexpected end of …'],
  ["The row doesn't fit “Asha’s shop”", "The row doesn't fit …"],
  ['Failed to load https://shop.example/p?q=asha#x now', 'Failed to load … now'],
  ['Cannot open /projects/hospital?mine=1 (/cart)', 'Cannot open … (…'],
  ['No member asha.rao@example.in here', 'No member … here'],
  ['Call 98765 43210 or +91-987-654-3210 now', 'Call … or +… now'],
  [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=x for more',
    'Minified React error #418; visit … for more',
  ],
  ['Status 404 of 3f2a91bc-0d4e-7aaa-8bbb-0123456789ab', 'Status 404 of …'],
  ['one\u0000two\n\tthree \uD800', 'one two three'],
])('%j is reported as %j', (message, plain) => {
  expect(redactMessage(message)).toBe(plain)
})

test('text between quotes, in an address or in a number is removed, and a second pass changes nothing', () => {
  const secret = fc.stringMatching(/^[a-z]{6,12}$/)
  fc.assert(
    fc.property(secret, fc.constantFrom('"', "'", '`', '“', '‘'), (word, quote) => {
      for (const message of [
        `Bad value ${quote}${word} ${quote}${word}`,
        `Bad address https://a.in/${word}?${word}`,
        `Bad mail ${word}@${word}.in`,
      ]) {
        expect(redactMessage(message)).not.toContain(word)
        expect(redactMessage(redactMessage(message))).toBe(redactMessage(message))
      }
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (any) => redactMessage(any).length <= 300),
  )
})
