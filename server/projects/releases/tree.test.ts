import { expect, test } from 'vitest'

import { languageOf } from './languages.ts'
import { coverOf } from './tree.ts'

const filesOf = (sizes: Record<string, number>) =>
  Object.entries(sizes).map(([path, size]) => ({ path, size, language: languageOf(path) }))
const drawn = (sizes: Record<string, number>) =>
  coverOf(filesOf(sizes)).fileTree.map(
    ({ name, depth, size, isEntry }) => `${'  '.repeat(depth)}${name} ${size}${isEntry ? ' starts' : ''}`,
  )

test('a cover opens the folder of the file that starts the program, and marks it', () => {
  expect(
    drawn({
      'README.md': 30,
      'public/index.php': 40,
      'public/style.css': 20,
      'src/Cart.php': 300,
      'src/Orders.php': 200,
    }),
  ).toEqual(['public/ 60', '  index.php 40 starts', '  style.css 20', 'src/ 500', 'README.md 30'])
})

test('of several names that may start a program the surest counts', () => {
  expect(drawn({ 'lib/app.dart': 5, 'lib/main.dart': 1 })).toEqual([
    'lib/ 6',
    '  app.dart 5',
    '  main.dart 1 starts',
  ])
})

test('a program that starts far below stands under its whole path', () => {
  expect(
    drawn({ 'src/main/java/library/App.java': 10, 'src/main/java/library/web/Html.java': 5, 'pom.xml': 7 }),
  ).toEqual(['src/main/java/library/ 15', '  web/ 5', '  App.java 10 starts', 'pom.xml 7'])
})

test('without a known start the folder with most source code is open', () => {
  expect(drawn({ 'data/mails.json': 900, 'sql/01_schema.sql': 50, LICENSE: 1 })).toEqual([
    'data/ 900',
    'sql/ 50',
    '  01_schema.sql 50',
    'LICENSE 1',
  ])
})

test('nine rows have room, the largest and the start always', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`src/part${n}.ts`, 100 + n]))
  const tops = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`notes${n}.txt`, n + 1]))
  const rows = drawn({ ...many, ...tops, 'src/main.ts': 1 })
  expect(rows).toHaveLength(9)
  expect(rows).toContain('  main.ts 1 starts')
  expect(rows).toContain('  part39.ts 139')
  expect(rows).toContain('notes19.txt 20')
})

test('languages are shares of what is known', () => {
  expect(coverOf(filesOf({ 'a.py': 75, 'b.html': 25, 'c.bin': 900 })).languages).toEqual([
    { name: 'Python', percent: 75 },
    { name: 'HTML', percent: 25 },
  ])
  expect(coverOf([])).toEqual({ languages: [], fileTree: [] })
})
