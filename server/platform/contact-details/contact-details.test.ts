import { expect, test } from 'vitest'

import { timeLimit } from '../../../test/stall.ts'
import { hasContactDetails, withoutLinks } from './contact-details.ts'

const links = [
  'https://evil.example/pay',
  'http://1.2.3.4/x',
  'hxxp://evil.example',
  'ftp://files.example.org',
  'www.evil.example',
  'evil.com',
  'pay-here.evil.co.in',
  'EVIL.COM/login?x=1',
  't.me/somebody',
  'bit.ly/3abc',
  'wa.me/919876543210',
  '5.6.7.8/pay',
  'evil。com',
  'भुगतान.com',
]
test.each(links)('%s is a link, and no mail has it', (link) => {
  const text = `Your payout failed, see ${link} now`
  expect(hasContactDetails(text)).toBe(true)
  expect(withoutLinks(text)).toBe('Your payout failed, see (link left out) now')
})

test.each([
  'evil[.]com',
  'evil (dot) com',
  'e\u200Bvil.c\u200Bom',
  'ｅｖｉｌ．ｃｏｍ',
  'write to ravi.kumar@gmail.com',
  'Call me on 98765 43210',
  'WhatsApp +919876543210 please',
])('%j waits for staff too', (text) => expect(hasContactDetails(text)).toBe(true))

test.each([
  'On 2026-08-09 10:11 port 3306, 10000000000 rows, root@localhost: does it work?',
  'Does index.php in src/main.py/lib run with ASP.NET, Socket.IO, Node.js or Vue.js 3.4.1?',
  'I open http://localhost/shop and http://127.0.0.1:8000/admin',
  'jdbc:mysql://localhost:3306/shop fails, see README.md, style.css/index.html and App.tsx',
  'It works.Please help.Thanks',
  'e.g. 1.5/2 or v2.0.1, 50/50, and/or',
  'क्या यह चलता है? यह.वह',
])('%j leads to nobody', (text) => {
  expect(hasContactDetails(text)).toBe(false)
  expect(withoutLinks(text)).toBe(text)
})

test('no text takes longer than a moment', () => {
  for (const piece of ['a.', 'a-', 'a:/', 'www.', '1.', '9 ', '@a', '(dot', 'a.a/', '﷽', 'a.com.', '://a'])
    for (const length of [5000]) {
      const text = piece.repeat(length)
      const before = process.threadCpuUsage()
      hasContactDetails(text)
      withoutLinks(text)
      expect(process.threadCpuUsage(before).user / 1000, piece).toBeLessThan(timeLimit(500))
    }
})
