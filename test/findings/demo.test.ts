import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { check } from '#server/findings/check/check.ts'

const catalogue = join(import.meta.dirname, '../../demo/catalogue')

test.each(readdirSync(catalogue))('nothing is found in the demo project %s', (name) => {
  const source = join(catalogue, name, 'source')
  const paths = new Set([...globSync('**/*', { cwd: source }), ...globSync('**/.*', { cwd: source })])
  const files = [...paths]
    .filter((path) => statSync(join(source, path)).isFile())
    .map((path) => {
      const bytes = readFileSync(join(source, path))
      const isText = !bytes.subarray(0, 8000).includes(0)
      return { path, size: bytes.length, ...(isText && { text: bytes.toString() }) }
    })
  expect(check(files).findings).toEqual([])
})
