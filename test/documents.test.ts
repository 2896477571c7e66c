import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each(['README.md', 'docs/ARCHITECTURE.md', 'docs/SECURITY.md', 'docs/operations.md'])(
  'every file that %s names exists',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = text.matchAll(/`((?:contract|server|web|test|demo|bench|docs)\/[\w./-]*)`/g)
    const linked = text.matchAll(/\]\(([\w./-]+)\)/g)
    const missing = [
      ...[...named].map(([, path]) => join(root, path!)),
      ...[...linked].map(([, path]) => join(root, document, '..', path!)),
    ].filter((path) => !existsSync(path))
    expect(missing).toEqual([])
  },
)
