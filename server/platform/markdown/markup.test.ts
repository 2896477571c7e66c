import { expect, test } from 'vitest'

import { readmeHtml } from './markup.ts'

test('headings go below the page’s own, code and tables stay', () => {
  const html = readmeHtml(
    '# Shop\n\n## Run\n\n```sh\nphp -S localhost:8000\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  )
  expect(html).toContain('<h3>Shop</h3>')
  expect(html).toContain('<h4>Run</h4>')
  expect(html).toContain('php -S localhost:8000')
  expect(html).toContain('<td data-width="short">1</td>')
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

test.each([
  'admin@hospital.test',
  'a.b+c@gmail.com',
  'http://localhost:3000/login',
  'http://localhost',
  'http://127.0.0.1:8000',
  'https://shop.example/x',
  'http://pi.local:8080',
])('%s is a word of the text unless its author made it a link', (address) => {
  expect(readmeHtml(`Open ${address}, then sign in.`)).toBe(`<p>Open ${address}, then sign in.</p>\n`)
  const href = address.includes('@') ? `mailto:${address}` : address
  expect(readmeHtml(`[it](${href})`)).toContain(`<a href="${href}"`)
  expect(readmeHtml(`<${address}>`)).toContain(`<a href="${href}"`)
})

test.each(['https://example.in/x', 'https://testing.in', 'https://local.in', 'www.flutter.dev'])(
  'the bare web address %s is a link',
  (address) => {
    expect(readmeHtml(`See ${address} for more`)).toContain(`${address}</a>`)
  },
)

test('cells say how much room they need, and how they are aligned', () => {
  const html = readmeHtml(
    '| Rule | Meaning | Days |\n|---|---|--:|\n| [Fine](https://library.in/a/long/address/of/rules) | What a student pays when a book is late | 7 |\n',
  )
  expect(html).toMatch(/<td data-width="short"><a [^>]+>Fine</)
  expect(html).toContain('<td data-width="long">What a student pays')
  expect(html).toContain('<td data-width="short" align="right">7</td>')
})

test('what scrolls sideways can be reached with the keyboard', () => {
  expect(readmeHtml('```\nlong\n```')).toContain('<pre tabindex="0">')
  expect(readmeHtml('<pre tabindex="7">a</pre>')).toContain('<pre tabindex="0">')
  expect(readmeHtml('| a |\n|---|\n| 1 |\n')).toContain('<table tabindex="0">')
})

test('an option of a command keeps its dash', () => {
  expect(readmeHtml('Run `php -S localhost:8000 -t "public"` or `a-b`')).toContain(
    '<code>php <span>-S</span> localhost:8000 <span>-t</span> "public"</code> or <code>a-b</code>',
  )
})
