import { expect, test } from 'vitest'

import { readmeHtml } from './markup.ts'
import { readmeStart } from './start.ts'

const startOf = (markdown: string) => readmeStart(readmeHtml(markdown))

test('a README begins with its first sentences, as text', () => {
  expect(
    startOf(
      '# Shop\n\n![build](a.svg)\n\nA *small* shop & its `till`, <b>in</b> PHP.\n\n## Run\n\nphp -S now\n',
    ),
  ).toBe('A small shop & its till, in PHP. php -S now')
})

test('it is cut at a word', () => {
  const start = startOf(`# A\n\n${'many words '.repeat(60)}`)!
  expect(start).toMatch(/^many words .* (many|words)…$/)
  expect(start.length).toBeLessThanOrEqual(321)
})

test('a README without sentences has no beginning', () => {
  for (const markdown of ['', '# Shop', '```\ncode only\n```', '![a](b.png) ![c](d.png)'])
    expect(startOf(markdown)).toBeNull()
})
