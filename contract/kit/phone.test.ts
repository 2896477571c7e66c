import { expect, test } from 'vitest'

import { contactPhone, fieldPhone, phoneDigits } from './phone.ts'

const pasted = [
  '+91 98765 43210',
  '098765 43210',
  '(+91)-98765-43210',
  '+91-98765-43210',
  '0091 98765 43210',
  '919876543210',
  '+91 (0) 98765 43210',
  ' 98765‑43210 ',
  '\u202a+91 98765 43210\u202c',
]

test.each(pasted)('%j becomes its ten digits', (phone) => {
  expect(phoneDigits(phone)).toBe('9876543210')
  expect(fieldPhone(phone)).toBe('9876543210')
})

test('where foreign numbers are accepted they stay as typed', () => {
  expect(pasted.map(contactPhone)).toEqual(pasted.map(() => '9876543210'))
  for (const phone of ['', '+1 555 123 4567', '080 2345']) expect(contactPhone(phone)).toBe(phone)
})

test.each(pasted)('%j typed key by key too', (phone) => {
  expect(Array.from(phone).reduce((value, key) => fieldPhone(value + key), '')).toBe('9876543210')
})

test.each(['9198765432', '0987654321'])('%s has ten digits already and stays', (phone) => {
  expect(phoneDigits(phone)).toBe(phone)
  expect(fieldPhone(phone)).toBe(phone)
})

test('a field never contains more than ten characters; no other text becomes a number of ten digits', () => {
  expect(fieldPhone('98765432109')).toBe('9876543210')
  for (const phone of ['+1 555 123 4567', '+44 20 7946 0958', '98765 4321', 'call me at noon']) {
    expect(fieldPhone(phone).length).toBeLessThanOrEqual(10)
    expect(fieldPhone(phone)).not.toMatch(/^[0-9]{10}$/)
    expect(phoneDigits(phone)).not.toMatch(/^[0-9]{10}$/)
  }
  expect(phoneDigits('98765432109')).toBe('98765432109')
})
