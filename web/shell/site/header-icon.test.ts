import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { headerDrawings } from './header-icon.tsx'

test('the header draws its icons as the sprite does', () => {
  const sprite = readFileSync(new URL('../../ui/icons.svg', import.meta.url), 'utf8')
  for (const [name, drawing] of Object.entries(headerDrawings)) {
    const [, symbol] = new RegExp(`<symbol id="${name}" [^>]*>(.*?)</symbol>`).exec(sprite)!
    const lines = [...symbol!.matchAll(/d="(.*?)"/g)].map(([, line]) => line!.replace(/^m/, 'M'))
    expect(drawing).toBe(lines.join(''))
  }
})
