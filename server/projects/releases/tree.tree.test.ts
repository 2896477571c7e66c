import { expect, test } from 'vitest'

import { foldersOf } from './tree.ts'

test('every folder counts what lies directly in it, and all that is in it however deep', () => {
  const files = ['README.md', 'src/a/b/one.py', 'src/a/two.py', 'docs/three.md'].map((path) => ({
    path,
    size: 10,
  }))
  expect(foldersOf(files)).toEqual([
    { path: '', folder: null, folders: 2, entries: 3, files: 4, size: 40 },
    { path: 'src/a/b', folder: 'src/a', folders: 0, entries: 1, files: 1, size: 10 },
    { path: 'src/a', folder: 'src', folders: 1, entries: 2, files: 2, size: 20 },
    { path: 'src', folder: '', folders: 1, entries: 1, files: 2, size: 20 },
    { path: 'docs', folder: '', folders: 0, entries: 1, files: 1, size: 10 },
  ])
})
