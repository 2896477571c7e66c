import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Superseded records are left out, because they may name files of their time. */
const decisions = globSync('docs/decisions/*.md', { cwd: root })
  .filter((document) => !textOf(document).includes('**Superseded by'))
  .toSorted()

test.each([
  'README.md',
  'bench/README.md',
  'docs/ARCHITECTURE.md',
  'docs/SECURITY.md',
  'docs/operations.md',
  ...decisions,
])('every file that %s names exists', (document) => {
  const text = textOf(document)
  const named = [...text.matchAll(/`((?:contract|server|web|runner|test|demo|bench|docs)\/[^\s`]*)`/g)]
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => join(document, '..', path!))
  const paths = [...named.flatMap(([, path]) => alternatives(path!)), ...linked]
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

test('every file, folder and shape of a path in the architecture is one that exists', () => {
  const quoted = [...textOf('docs/ARCHITECTURE.md').matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  const paths = quoted.filter((name) => /^\S*(\/|\.[a-z]+)$|^\w+\/\S+$/.test(name))
  expect(paths.length).toBeGreaterThan(40)
  const missing = paths
    .flatMap(alternatives)
    .filter(
      (path) => !isThere(path) && (path.includes('/') || !isThere(`{contract,server,web,runner}/**/${path}`)),
    )
  expect(missing).toEqual([])
})

function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8')
}

/** Expands `a/{b,c}` into its paths. */
function alternatives(path: string): string[] {
  const [, before, names, after] = /^(.*)\{(.+)\}(.*)$/.exec(path) ?? []
  return names === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`)
}

/** Tells whether a path exists; `<noun>` stands for any name, `…` for any folders. */
function isThere(path: string): boolean {
  const pattern = path.replaceAll(/<\w+>/g, '*').replaceAll('…', '**')
  return pattern === path && !path.includes('*')
    ? existsSync(join(root, path))
    : globSync(pattern, { cwd: root }).length > 0
}
