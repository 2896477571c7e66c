import { expect, test } from 'vitest'

import { checkFiles } from './check-files.ts'

const file = (path: string, size = 1) => ({ path, file: { size } as Blob })

test('a messy folder is cleaned: installed and generated files are left out, look-alikes stay', () => {
  const { files, excluded, errors } = checkFiles(
    [
      'shop/.git/HEAD',
      'shop/node_modules/a/index.js',
      'shop/dist/app.js',
      'shop/builder/a.js',
      'shop/.env',
      'shop/README.md',
    ].map((path) => file(path)),
    'folder',
  )
  expect(files.map(({ path }) => path)).toEqual(['builder/a.js', '.env', 'README.md'])
  expect([excluded, errors]).toEqual([3, []])
})

test('single files instead of a folder are refused', () => {
  expect(checkFiles([file('a.js')], 'folder').errors[0]).toMatch(
    /^Please select a folder, not individual files/,
  )
})

test('a file over 10 MB and a folder over 100 MB are refused in the specification’s words', () => {
  const big = Array.from({ length: 11 }, (_, index) => file(`p/${index}.bin`, 10 * 1024 * 1024))
  expect(checkFiles(big, 'folder').errors).toEqual(['Total project size exceeds 100MB limit'])
  expect(checkFiles([file('p/x.bin', 10 * 1024 * 1024 + 1), file('p/y')], 'folder').errors).toEqual([
    'x.bin exceeds 10MB limit',
  ])
})

test('a ZIP of more than 50 files is refused, counted after exclusions', () => {
  const many = Array.from({ length: 51 }, (_, index) => file(`${index}.js`))
  expect(checkFiles(many, 'zip').errors).toEqual(['Too many files (51). Max 50.'])
  expect(checkFiles([...many.slice(1), file('node_modules/x.js')], 'zip').errors).toEqual([])
})

test('a folder named like an excluded one can still be chosen', () => {
  expect(checkFiles([file('out/index.html'), file('out/README.md')], 'folder')).toMatchObject({
    excluded: 0,
    errors: [],
    warnings: [],
  })
})

test('a missing README and entry file are only warned about', () => {
  const { errors, warnings } = checkFiles([file('p/Main.java')], 'folder')
  expect(errors).toEqual([])
  expect(warnings).toEqual([
    'Consider adding a README.md file with setup instructions',
    'Consider adding an index.html file as the main entry point',
  ])
})

test('a file with a name that cannot be stored everywhere is left out with the reason, and blocks no other', () => {
  const names = ['aux.js', 'notes?.txt', 'Icon\r', 'a\\b', 'end.', 'a.py', 'A.py', 'node_modules/con']
  const { files, excluded, refused, errors } = checkFiles(
    names.map((name) => file(`shop/${name}`)),
    'folder',
  )
  expect(files.map(({ path }) => path)).toEqual(['a.py'])
  expect([excluded, errors]).toEqual([1, []])
  expect(refused).toEqual([
    "'aux.js': Windows reserves the name 'aux'",
    "'notes?.txt': Windows allows no ? in a name",
    "'Icon\\xd' holds a control character",
    "'a\\b' uses backslashes",
    "'end.': Windows drops the dot or space at the end of 'end.'",
    "'A.py' and 'a.py' differ only in case",
  ])
})

test('when no file is left, the reasons are still shown', () => {
  expect(checkFiles([file('shop/aux.js')], 'folder')).toMatchObject({
    errors: ['No valid files to upload.'],
    refused: ["'aux.js': Windows reserves the name 'aux'"],
  })
})
