import { expect, test } from 'vitest'

import { readmeHtml } from './markup.ts'

test('headings go below the page’s own, code and tables stay', () => {
  const html = readmeHtml(
    '# Shop\n\n## Run\n\n```sh\nphp -S localhost:8000\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  )
  expect(html).toContain('<h3>Shop</h3>')
  expect(html).toContain('<h4>Run</h4>')
  expect(html).toContain('php -S localhost:8000')
  expect(html).toContain('<td>1</td>')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '<a href="JaVaScRiPt:alert(1)" onclick="alert(1)">a</a>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  '<form action="https://evil.example"><input name="otp"></form>',
  '![a](https://evil.example/pixel.gif)',
  '<div style="position:fixed;inset:0">a</div>',
])('%s neither runs, loads nor imitates', (evil) => {
  expect(readmeHtml(evil)).not.toMatch(
    /<(script|img|svg|iframe|style|form|input|div)|on\w+=|javascript:|data:|style=/i,
  )
})

test('a web link stays and vouches for nothing; a link inside the project is only text', () => {
  const html = readmeHtml('[docs](https://example.in/x) and [file](src/index.js)')
  expect(html).toContain('<a href="https://example.in/x" rel="nofollow noopener noreferrer ugc">docs</a>')
  expect(html).toContain('<span>file</span>')
})

test('what scrolls sideways can be reached with the keyboard', () => {
  expect(readmeHtml('```\nlong\n```')).toContain('<pre tabindex="0">')
  expect(readmeHtml('<pre tabindex="7">a</pre>')).toContain('<pre tabindex="0">')
  expect(readmeHtml('| a |\n|---|\n| 1 |\n')).toContain('<table tabindex="0">')
})
