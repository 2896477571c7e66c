import { expect, test } from 'vitest'

import { ground, ink, rule, sheet } from '#contract/kit/colours.ts'

import { writeEmail } from './email.ts'

test('what a person wrote is text in a mail, never markup', () => {
  const { html } = writeEmail({
    subject: '<b>Hi</b>',
    paragraphs: ['<script>alert("1")</script>', "it's & more"],
    button: { label: '<i>Go</i>', url: 'https://x.in/?a="1"&b=2' },
  })
  expect(html.match(/<(script|b|i)\b/g)).toBeNull()
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)')
  expect(html).toContain('href="https://x.in/?a=&#34;1&#34;&#38;b=2"')
})

test('both forms say the same in the same order', () => {
  const { text, html } = writeEmail({
    subject: 'S',
    paragraphs: ['First', 'Second', 'Third'],
    code: '123456',
    button: { label: 'Open', url: 'https://x.in/' },
  })
  expect(text).toBe('First\n\n123456\n\nSecond\n\nThird\n\nOpen: https://x.in/\n\n\n\nReadymade')
  const order = ['First', '123456', 'Second', 'Third', 'https://x.in/', 'Open'].map((part) =>
    html.indexOf(part),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test('a mail is dark where the reader has it so', () => {
  const { html } = writeEmail({ subject: 'S', paragraphs: ['First'], code: '123456' })
  const [dark] = /@media \(prefers-color-scheme:dark\)\{.*\}\}/.exec(html)!
  for (const { dark: colour } of [ground, sheet, ink, rule]) expect(dark).toContain(colour)
  const classes = [...html.matchAll(/ class="(\w+)"/g)].map(([, name]) => name)
  expect(classes.filter((name) => !dark.includes(`.${name}{`))).toEqual([])
})
