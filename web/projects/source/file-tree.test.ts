import { expect, test } from 'vitest'

import { rowsOf, treeOf } from './file-tree.ts'

const file = (path: string, size: number, language: string) => ({ path, size, language, files: null })
const folder = (path: string, size: number, files: number) => ({ path, size, files, language: null })
const top = {
  path: '',
  files: 4,
  size: 4500,
  total: 2,
  entries: [folder('src', 4000, 3), file('README.md', 500, 'Markdown')],
}
const src = {
  path: 'src',
  files: 3,
  size: 4000,
  total: 2,
  entries: [folder('src/ui', 2000, 2), file('src/app.ts', 2000, 'TypeScript')],
}

test('a folder that was read is open, another is closed and says how many files it has', () => {
  expect(treeOf([top, src]).children).toEqual([
    {
      name: 'src/',
      path: 'src',
      note: '4 kB',
      folder: true,
      kind: '3 files',
      more: 0,
      children: [
        { name: 'ui/', path: 'src/ui', note: '2 kB', folder: true, kind: '2 files' },
        { name: 'app.ts', path: 'src/app.ts', note: '2 kB', kind: 'TypeScript' },
      ],
    },
    { name: 'README.md', path: 'README.md', note: '500 B', kind: 'Markdown' },
  ])
  expect(treeOf([])).toMatchObject({ children: [] })
})

test('a folder says how many of its entries are still to be read', () => {
  expect(treeOf([{ ...top, total: 502 }]).more).toBe(500)
  expect(rowsOf({ ...src, total: 252 }, 200).more).toBe(50)
})
