import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

import { expect, test } from 'vitest'

/** The declarations and selectors of a style sheet, each with what stands around it. */
function* piecesOf(css: string): Generator<{ piece: string; around: string[] }> {
  const around: string[] = []
  for (const [, piece = '', end] of css.matchAll(/([^{};]*)([{};])/g)) {
    yield { piece, around: [...around] }
    if (end === '{') around.push(piece)
    else if (end === '}') around.pop()
  }
}

const pieces = globSync('build/client/assets/*.css').flatMap((file) => [
  ...piecesOf(readFileSync(file, 'utf8')),
])
const isAsked = (around: string[]) => around.some((place) => place.startsWith('@supports'))

test('“the page is without colours on Windows 7”: colours that Chrome 109 does not know stand only where a browser was asked', () => {
  const bare = pieces.filter(
    ({ piece, around }) =>
      !piece.startsWith('@supports') &&
      /\b(?:oklch|oklab|lab|lch|color-mix|light-dark)\(/.test(piece) &&
      !isAsked(around),
  )
  expect(bare).toEqual([])
  expect(pieces.filter(({ piece }) => piece.includes('#fcfaf6')).length).toBeGreaterThan(0)
})

test('“the menu does not open”: no rule is lost to a selector of popovers', () => {
  const popovers = pieces.filter(({ piece }) => piece.includes(':popover-open'))
  expect(popovers.length).toBeGreaterThan(5)
  for (const { piece } of popovers)
    expect(piece.replaceAll(':is(:popover-open,.\\:popover-open)', '')).not.toMatch(
      /(?<!selector\()(?<!\\):popover-open/,
    )
})

test('“one call is missing”: what libraries call and the lowest browsers lack they ask for first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  for (const part of ['browsers.ts', 'lint', 'node_modules', 'package.json'])
    symlinkSync(resolve(part), join(folder, part))
  // The reader of PDFs runs in a worker and gets what it lacks: web/projects/upload/missing-calls.ts.
  for (const script of globSync('build/client/assets/*.js', { exclude: ['**/pdfjs-*'] }))
    copyFileSync(script, join(folder, basename(script)))
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({
      categories: { correctness: 'off' },
      ignorePatterns: ['lint', 'node_modules'],
      jsPlugins: ['./lint/lowest-browsers.ts'],
      rules: { 'lowest-browsers/no-missing-call': ['error', 'showPopover', 'hidePopover', 'togglePopover'] },
    }),
  )
  let printed = ''
  try {
    printed = execFileSync('oxlint', ['--format', 'unix', '.'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
  } catch (thrown) {
    printed = (thrown as { stdout: string }).stdout
  }
  rmSync(folder, { recursive: true })
  const called = [...printed.matchAll(/: ([\w.]+) is missing in /g)].map(([, name]) => name)
  expect(new Set(called)).toEqual(
    new Set([
      'Error.captureStackTrace',
      'Symbol.asyncDispose',
      'URL.canParse',
      // methods of the libraries themselves
      'config',
      'dispose',
      'equals',
      'navigator.connection',
      'startViewTransition',
      'subtract',
      'use',
    ]),
  )
})
