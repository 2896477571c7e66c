import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { check } from '#server/projects/findings/check/check.ts'
import { undeclaredIn } from '#server/projects/findings/rules/technologies.ts'

const catalogue = join(import.meta.dirname, '../../demo/catalogue')

test.each(readdirSync(catalogue))(
  'nothing but its demo sign-in is found in the demo project %s, and its files show what it declares',
  (name) => {
    const source = join(catalogue, name, 'source')
    const paths = new Set([...globSync('**/*', { cwd: source }), ...globSync('**/.*', { cwd: source })])
    const files = [...paths]
      .filter((path) => statSync(join(source, path)).isFile())
      .map((path) => {
        const bytes = readFileSync(join(source, path))
        const isText = !bytes.subarray(0, 8000).includes(0)
        return { path, size: bytes.length, ...(isText && { text: bytes.toString() }) }
      })
    const checked = check(files)
    // Their READMEs name the demo sign-in, as they should.
    expect(checked.findings.filter(({ rule }) => rule !== 'default-password')).toEqual([])
    const listing = readFileSync(join(catalogue, name, 'listing.json'), 'utf8')
    expect(undeclaredIn(checked, (JSON.parse(listing) as { technologies: string[] }).technologies)).toEqual(
      [],
    )
  },
)
