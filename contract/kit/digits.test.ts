import { expect, test } from 'vitest'

import { accounts } from '../accounts/accounts.ts'
import { Destination } from '../money/destination.ts'
import { withPlainDigits } from './digits.ts'
import { numeric } from './fields.ts'

const ninePhones: Record<string, string> = {
  Devanagari: '९८७६५४३२१०',
  Bengali: '৯৮৭৬৫৪৩২১০',
  Gurmukhi: '੯੮੭੬੫੪੩੨੧੦',
  Gujarati: '૯૮૭૬૫૪૩૨૧૦',
  Odia: '୯୮୭୬୫୪୩୨୧୦',
  Tamil: '௯௮௭௬௫௪௩௨௧௦',
  Telugu: '౯౮౭౬౫౪౩౨౧౦',
  Kannada: '೯೮೭೬೫೪೩೨೧೦',
  Malayalam: '൯൮൭൬൫൪൩൨൧൦',
  Urdu: '۹۸۷۶۵۴۳۲۱۰',
  Santali: '᱙᱘᱗᱖᱕᱔᱓᱒᱑᱐',
  Manipuri: '꯹꯸꯷꯶꯵꯴꯳꯲꯱꯰',
  'full-width': '９８７６５４３２１０',
}
const signUp = accounts.verifyOtp.body

test.each(Object.entries(ninePhones))(
  'a phone number in digits of %s is the same number',
  (_script, phone) => {
    expect(withPlainDigits(phone)).toBe('9876543210')
    const userData = { name: 'Asha', phone }
    const sent = { email: 'asha@example.in', otp: phone.slice(0, 6), sessionToken: 'a'.repeat(36), userData }
    expect(signUp.safeParse(sent).data).toMatchObject({ otp: '987654', userData: { phone: '9876543210' } })
  },
)

test('a price, a UPI ID, an account and an IFSC are read in digits of India and without pasted marks', () => {
  expect(numeric.parse('१४९९.५०')).toBe(1499.5)
  const holder = 'Asha Rao'
  expect(Destination.parse({ method: 'upi', holder, vpa: '\u202a९८७६५४३२१०@okaxis\u202c' })).toMatchObject({
    vpa: '9876543210@okaxis',
  })
  expect(
    Destination.parse({
      method: 'bank',
      holder,
      accountNumber: '१२३४ ५६७८ ९०१२',
      ifsc: 'SBIN\u200b०००१२३४',
    }),
  ).toMatchObject({ accountNumber: '123456789012', ifsc: 'SBIN0001234' })
})

test('letters and digits that nobody types for a number stay', () => {
  expect(withPlainDigits('Room 12, Ⅳ ½ ²')).toBe('Room 12, Ⅳ ½ ²')
})
