import { expect, test } from 'vitest'

import { readmeHtml, renderedReadme } from './markup.ts'

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

const picture = {
  sources: [320, 640].map((width) => ({ src: `/media/readme/1/${width}.webp`, width })),
  width: 600,
  height: 300,
}
const withPictures = (markdown: string) =>
  renderedReadme({ markdown, pictures: new Map([['docs/a.png', picture]]) })

test('a picture of the upload is shown through our copy, as large as its author wanted but no larger than it is', () => {
  const { html } = withPictures('![Home](docs/a.png)\n\n<img src="docs/a.png" alt="Small" width="200">')
  expect(html).toContain('src="/media/readme/1/640.webp" srcset="/media/readme/1/320.webp 320w')
  expect(html).toMatch(/alt="Home" width="600" height="300" loading="lazy"/)
  expect(html).toMatch(/alt="Small" width="200" height="100"/)
})

test('any other picture is named by its alternative text, and asked for once', () => {
  const { html, pictures } = withPictures(
    '![Build](https://ci.example/x.svg) ![](b.png) ![Login](b.png)\n\n<img src="/media/readme/2/640.webp" alt="Forged">',
  )
  expect(html).not.toMatch(/<img|srcset/)
  expect(html).toMatch(/<span>Build<\/span>.*<span>Login<\/span>.*<span>Forged<\/span>/s)
  expect(pictures).toEqual(['https://ci.example/x.svg', 'b.png', '/media/readme/2/640.webp'])
})

test.each([
  '[![](https://ci.example/x.svg)](https://ci.example)',
  '<a href="https://evil.example"></a>',
  '<a href="https://evil.example">&#8203;&nbsp;</a>',
  '<p align="center"><img src="https://x.example/y.png"></p>',
  '<h2></h2>',
])('%s leaves no link or line that nobody sees', (empty) => {
  expect(readmeHtml(`${empty}\n\nText`).replace(/\s+/g, ' ').trim()).toBe('<p>Text</p>')
})

test('the links of a contents list lead to its headings, in the spellings that people use, and others are text', () => {
  const html = readmeHtml(
    '- [Run](#how-to-run)\n- [Features](#-features)\n- [Top](#top)\n- [Gone](#gone)\n\n## How to run?\n\n## ✨ Features\n\n## Alone\n\n<a name="top"></a>here',
  )
  expect(html).toContain('<a href="#readme-howtorun">Run</a>')
  expect(html).toContain('<h4 id="readme-howtorun">How to run?</h4>')
  expect(html).toContain('<a href="#readme-features">Features</a>')
  expect(html).toContain('<h4 id="readme-features">')
  expect(html).toContain('<a href="#readme-top">Top</a>')
  expect(html).toContain('<span id="readme-top">')
  expect(html).toContain('<span>Gone</span>')
  expect(html).toContain('<h4>Alone</h4>')
})

test('task boxes keep their state, and say it to screen readers', () => {
  const html = readmeHtml('- [x] cart\n- [ ] checkout')
  expect(html).toContain('<span data-task="done" role="img" aria-label="Done"></span> cart')
  expect(html).toContain('<span data-task="open" role="img" aria-label="To do"></span> checkout')
})

test.each(['note', 'tip', 'important', 'warning', 'caution'])(
  'a callout of the kind %s has its title',
  (kind) => {
    expect(readmeHtml(`> [!${kind.toUpperCase()}]\n> Mind **this**.`)).toMatch(
      new RegExp(
        `<blockquote data-callout="${kind}"><p><strong>${kind}</strong></p>\n<p>Mind <strong>this</strong>`,
        'i',
      ),
    )
    expect(readmeHtml('> [!ODD]\n> text')).toContain('<blockquote>')
  },
)

test('code blocks keep their lines, in lists and folded parts too', () => {
  const html = readmeHtml(
    '1. Run\n\n   ```sh\n   npm ci\n   npm start\n   ```\n\n<details><summary>More</summary>\n\n    make\n\n</details>',
  )
  expect(html).toContain('npm ci\nnpm start')
  expect(html).toMatch(/<details><summary>More<\/summary>\s*<pre tabindex="0"><code>make/)
})
