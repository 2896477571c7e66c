import { expect, test } from 'vitest'

import { ink, quiet, rule, sheet } from '#contract/kit/colours.ts'

import { writeEmail } from './email.ts'

const footer = { why: 'you asked for it' }

test('what a person wrote is text in a mail, never markup', () => {
  const { html } = writeEmail(
    {
      subject: '<b>Hi</b>',
      paragraphs: ['<script>alert("1")</script>', "it's & more"],
      button: { label: '<i>Go</i>', url: 'https://x.in/?a="1"&b=2' },
    },
    footer,
  )
  expect(html.match(/<(script|b|i)\b/g)).toBeNull()
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)')
  expect(html).toContain('href="https://x.in/?a=&#34;1&#34;&#38;b=2"')
})

test('both forms say the same in the same order', () => {
  const { text, html } = writeEmail(
    {
      subject: 'S',
      paragraphs: ['First', 'Second', 'Third'],
      code: '123456',
      button: { label: 'Open', url: 'https://x.in/' },
    },
    { ...footer, unsubscribeUrl: 'https://x.in/off' },
  )
  expect(text).toBe(
    'First\n\n123456\n\nSecond\n\nThird\n\nOpen: https://x.in/\n\n-- \nReadymade\nYou get this because you asked for it.\nSwitch these emails off: https://x.in/off',
  )
  const body = html.slice(html.indexOf('<body'))
  const order = [
    'First',
    '123456',
    'Second',
    'Third',
    'https://x.in/',
    'Open',
    'you asked for it',
    'https://x.in/off',
    'Switch these',
  ].map((part) => body.indexOf(part))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test('what was bought stands in rows with its amount, in both forms', () => {
  const rows = [
    { label: 'Desk <1>', details: ['source code', 'order RM-2026-000001'], amount: '₹499' },
    { label: 'Total', amount: '₹499' },
  ]
  const { text, html } = writeEmail({ subject: 'S', paragraphs: ['First', rows, 'Last'] }, footer)
  expect(text).toContain('First\n\nDesk <1>: ₹499 (source code, order RM-2026-000001)\nTotal: ₹499\n\nLast')
  expect(html.match(/<tr>/g)).toHaveLength(2)
  expect(html).toContain('Desk &#60;1&#62;<br>')
})

test('the number of an order, an invoice or a report is not broken over two lines', () => {
  const { html, text } = writeEmail(
    { subject: 'S', paragraphs: ['Order RM-2026-000001, invoice RM/26-27/000007, report RP-000003.'] },
    footer,
  )
  for (const number of ['RM-2026-000001', 'RM/26-27/000007', 'RP-000003'])
    expect(html).toContain(`<span style="white-space:nowrap">${number}</span>`)
  expect(text).toContain('Order RM-2026-000001, invoice RM/26-27/000007, report RP-000003.')
})

test('a day is not parted from its year, nor a masked account from its digits', () => {
  const said = 'From 14 August 2026 to 1 Sep 2026, to •••• 7891.'
  const { html, text } = writeEmail({ subject: 'S', paragraphs: [said] }, footer)
  for (const whole of ['14 August 2026', '1 Sep 2026', '•••• 7891'])
    expect(html).toContain(`<span style="white-space:nowrap">${whole}</span>`)
  expect(text).toContain(said)
})

test('an email that cannot be switched off does not offer it, and says why it came', () => {
  const { text, html } = writeEmail({ subject: 'S', paragraphs: ['First'] }, footer)
  for (const form of [text, html]) {
    expect(form).toContain('You get this because you asked for it.')
    expect(form).not.toContain('Switch')
  }
})

test('the only six digits in a mail are its code', () => {
  const { html, text } = writeEmail({ subject: 'S', paragraphs: ['First'], code: '123456' }, footer)
  for (const form of [html, text]) expect(form.match(/\d{6}/g)).toEqual(['123456'])
})

test('a mail is dark where the reader has it so', () => {
  const content = { subject: 'S', paragraphs: ['First'], code: '123456' }
  const { html } = writeEmail(content, { ...footer, unsubscribeUrl: 'https://x.in/off' })
  const [dark] = /@media \(prefers-color-scheme:dark\)\{.*\}\}/.exec(html)!
  for (const { dark: colour } of [sheet, ink, quiet, rule]) expect(dark).toContain(colour)
  const classes = [...html.matchAll(/ class="(\w+)"/g)].map(([, name]) => name)
  expect(classes.filter((name) => !dark.includes(`.${name}{`))).toEqual([])
})
