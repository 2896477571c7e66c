import { expect, test } from 'vitest'

import { codeHtml } from './code-html.ts'

test('a line is its pieces in spans with its number, and what looks like HTML is text', () => {
  expect(codeHtml([{ text: 'let a = "<b>&"', tokens: [3, 4, 5, 0, 6, 2] }])).toBe(
    '<code><span class="source-line" data-line="1"><span class="code-keyword">let</span> a = ' +
      '<span class="code-string">&quot;&lt;b&gt;&amp;&quot;</span>\n</span></code>',
  )
  expect(codeHtml([{ text: '</code><script>alert(1)</script>', tokens: [] }])).toContain(
    '&lt;/code&gt;&lt;script&gt;',
  )
})

test('a kind that is not known is plain, and a file of no lines is nothing', () => {
  expect(codeHtml([{ text: 'a', tokens: [1, 99] }])).toContain('>a\n<')
  expect(codeHtml([])).toBe('<code></code>')
})

test('highlighted lines have a class', () => {
  const line = { text: '', tokens: [] }
  const html = codeHtml(
    [line, line, line],
    new Map([
      [2, 'shared'],
      [3, 'current'],
    ]),
  )
  expect(html.match(/class="[^"]+"/g)).toEqual([
    'class="source-line"',
    'class="source-line line-shared"',
    'class="source-line line-current"',
  ])
})

test('lines are grouped by 200, and the rest is a group of its own', () => {
  const html = codeHtml(Array.from({ length: 450 }, () => ({ text: '', tokens: [] })))
  expect(html.match(/<code/g)).toHaveLength(3)
  expect(html.match(/source-group/g)).toHaveLength(2)
  expect(html).toContain('data-line="450"')
})
