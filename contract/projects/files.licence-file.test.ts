import { expect, test } from 'vitest'

import { licenceFileIn } from './files.ts'

const found = (...paths: string[]) => licenceFileIn(paths.map((path) => ({ path, size: 1 })))

test.each(['LICENSE', 'licence.txt', 'COPYING', 'COPYING.LESSER', 'LICENSE-MIT', 'license-apache-2.0.md'])(
  '%s at the top is the licence of a project',
  (path) => {
    expect(found('src/main.py', path)).toBe(path)
  },
)

test.each(['license.js', 'license-server.py', 'src/LICENSE', 'LICENSES/MIT.txt', 'licensed.txt', 'OFL.txt'])(
  '%s is not',
  (path) => {
    expect(found(path)).toBeUndefined()
  },
)

test('an empty file is not a licence, and of several files the one with the shortest name counts', () => {
  expect(licenceFileIn([{ path: 'LICENSE', size: 0 }])).toBeUndefined()
  expect(found('LICENSE-MIT', 'LICENSE', 'COPYING.LESSER')).toBe('LICENSE')
})
