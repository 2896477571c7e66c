import { readFileSync } from 'node:fs'

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { HeaderIcon } from './header-icon.tsx'

test('the header draws its icons as the sprite does', () => {
  const sprite = readFileSync(new URL('../ui/icons.svg', import.meta.url), 'utf8')
  for (const name of icons) {
    const [, symbol] = new RegExp(`<symbol id="${name}" [^>]*>(.*?)</symbol>`).exec(sprite)!
    const lines = [...symbol!.matchAll(/d="(.*?)"/g)].map(([, line]) => line!.replace(/^m/, 'M'))
    expect(renderToStaticMarkup(HeaderIcon({ name }))).toContain(` d="${lines.join('')}"`)
  }
})

type Name = Parameters<typeof HeaderIcon>[0]['name']
const icons = Object.keys({
  heart: true,
  menu: true,
  'shopping-bag': true,
} satisfies Record<Name, true>) as Name[]
