import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import * as colours from '#contract/kit/colours.ts'

import { hex, linearRgb, type Oklch } from '../srgb.ts'

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'] as const
const grounds = ['ground', 'sheet', 'sunk']
const pairs: [text: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['quiet', ground],
    ['verified', ground],
    ['waiting', ground],
    ['stopped', ground],
  ]),
  ['ground', 'ink'],
  ['sheet', 'ink'],
  ['sheet', 'verified'],
  ['on-saffron', 'saffron'],
  ['on-saffron', 'saffron-deep'],
  ['on-stopped', 'stopped'],
  ...['verified-wash', 'waiting-wash', 'stopped-wash'].flatMap((wash): [string, string][] => [
    ['ink', wash],
    ['quiet', wash],
  ]),
  ['verified', 'verified-wash'],
  ['waiting', 'waiting-wash'],
  ['stopped', 'stopped-wash'],
  ...['string', 'number', 'keyword', 'name'].map((kind): [string, string] => [`code-${kind}`, 'sheet']),
  ...[1, 2, 3, 4, 5, 6].flatMap((tint): [string, string][] => [
    ['ink', `tint-${tint}`],
    ['quiet', `tint-${tint}`],
  ]),
]

describe.each(themes)('tokens, %s', (theme) => {
  test.each(pairs)('%s on %s is readable (4.5:1)', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(grounds)('the edge of a control stands out from %s (3:1)', (ground) => {
    expect(contrast(token('edge', theme), token(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

test.each(Object.entries(colours))('emails and pictures use the same %s as pages', (name, inHex) => {
  const inCss = name.replace(/[A-Z]|\d/g, (sign) => `-${sign.toLowerCase()}`)
  expect(inHex).toEqual({ light: hex(token(inCss, 'light')), dark: hex(token(inCss, 'dark')) })
})

test('saffron is for the price, the one thing to do on a page, and the shop’s own mark', () => {
  expect(rulesWith('var(--saffron')).toEqual([
    '.button',
    '.button:not(:disabled, [aria-disabled]):hover',
    '.price-tag',
    // The thumb of a price is its tag.
    '.slider::-moz-range-thumb',
    '.slider::-webkit-slider-thumb',
  ])
  const marked = globSync('**/*.tsx', { cwd: web }).filter((file) => /[\w:]-saffron\b/.test(read(file)))
  expect(marked.toSorted()).toEqual(['content/how-checked.tsx', 'shell/logo.tsx'])
})

test('mono is for the facts of labels, and for the names and the text of files', () => {
  expect(rulesWith('--font-mono)')).toEqual([
    '.difference',
    '.label :is(.facts, .strip-largest, .strip-names)',
    '.label-head',
    '.prose :is(code, pre)',
    '.prose kbd',
    '.sheet-foot span',
    '.sheet-head',
    '.source-code',
    '.source-head',
    '.stamp',
    '.stamp-line',
    '.start-command',
  ])
})

test('screenshots keep nine tenths of their brightness in the dark theme', () => {
  const kept = [...css.matchAll(/--picture: brightness\(([\d.]+)\)/g)].map(([, share]) => Number(share))
  expect(kept).toEqual([0.9, 0.9])
})

test('the mathematics agrees with known figures', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1)
  // oklch of #767676, the lightest grey that is readable on white: 4.54
  expect(contrast([0.5659, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 2)
  // pure red, whose contrast with white is 4.00
  expect(contrast([0.62796, 0.25768, 29.2339], [1, 0, 0])).toBeCloseTo(4, 2)
})

const web = new URL('.', import.meta.url).pathname
const read = (file: string) => readFileSync(`${web}${file}`, 'utf8')

/** Returns the selectors of the rules in our style sheets that have a text, but for those where tokens are written. */
function rulesWith(text: string): string[] {
  return globSync('*/**/*.css', { cwd: web })
    .flatMap((file) => [...read(file).matchAll(/([^{};]+)\{([^{}]*)\}/g)])
    .filter(([, , body]) => body!.includes(text))
    .map(([, selector]) => selector!.replaceAll(/\/\*[^]*?\*\//g, '').trim())
    .toSorted()
}

function token(name: string, theme: (typeof themes)[number]): Oklch {
  const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
  const found = css.match(new RegExp(String.raw`--${name}: light-dark\(${colour}, ${colour}\);`))
  if (!found) throw new Error(`--${name} is not written as light-dark(oklch(l c h), oklch(l c h))`)
  const [l = 0, c = 0, h = 0] = found.slice(theme === 'light' ? 1 : 4).map(Number)
  return [l, c, h]
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the relative luminance as WCAG defines it. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
