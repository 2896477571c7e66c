import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { iconNames } from './icon-names.ts'

test('the sprite has exactly one icon for every name', () => {
  const sprite = readFileSync(new URL('./icons.svg', import.meta.url), 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24"><\w/g)].map(([, name]) => name)
  expect(drawn).toEqual([...iconNames])
})
