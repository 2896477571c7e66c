import { expect, test } from 'vitest'

import { sizeText, treeOf, treeWithin } from './file-tree.ts'

const files = [
  { path: 'README.md', size: 500, language: 'Markdown' },
  { path: 'src/app.ts', size: 2000, language: 'TypeScript' },
  { path: 'src/ui/button.ts', size: 1000, language: 'TypeScript' },
  { path: 'src/ui/field.ts', size: 1000, language: 'TypeScript' },
]

test('folders stand before files, with the bytes of all that is in them', () => {
  expect(treeOf(files)).toEqual([
    {
      name: 'src/',
      note: '4 kB',
      folder: true,
      children: [
        {
          name: 'ui/',
          note: '2 kB',
          folder: true,
          children: [
            { name: 'button.ts', note: '1 kB', kind: 'TypeScript' },
            { name: 'field.ts', note: '1 kB', kind: 'TypeScript' },
          ],
        },
        { name: 'app.ts', note: '2 kB', kind: 'TypeScript' },
      ],
    },
    { name: 'README.md', note: '500 B', kind: 'Markdown' },
  ])
})

test('folders are closed from the deepest up until the rows are few enough, and say what they hold', () => {
  expect(treeWithin(6, files)).toEqual(treeOf(files))
  expect(treeWithin(5, files)).toEqual(treeOf(files, 2))
  expect(treeWithin(2, files)).toEqual([
    { name: 'src/', note: '4 kB', folder: true, kind: '3 files' },
    { name: 'README.md', note: '500 B', kind: 'Markdown' },
  ])
})

test('sizes are said in the unit that people use', () => {
  expect([0, 999, 1000, 12_400, 1_000_000, 4_840_000].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '12 kB',
    '1.0 MB',
    '4.8 MB',
  ])
})
