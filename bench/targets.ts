import type { OverloadRow } from './overload.ts'
import type { PageFigures } from './pages/pages.ts'
import type { Memory, Row } from './speed.ts'

export interface Verdict {
  what: string
  wanted: string
  measured: string
  reached: boolean
}

/**
 * Compares the figures with the targets, which hold on any machine: mostly shares of a bare floor measured in the same
 * run.
 */
export function verdictsOf(
  rows: Row[],
  memory: Memory[],
  pages: PageFigures[],
  overload: OverloadRow[],
): Verdict[] {
  const largest = Math.max(...rows.map(({ size }) => size))
  const smallest = Math.min(...rows.map(({ size }) => size))
  return [
    ...shareOf(rows, 'list', 0.5),
    ...orderings(rows).flatMap((name) => shareOf(rows, name, 0.25)),
    ...spread(rows, 'list', smallest, largest),
    ...rows.filter(({ name, size }) => size === largest && searches.has(name)).flatMap(searchVerdicts),
    ...rows
      .filter(({ name, size }) => size === largest && name === 'suggestions')
      .flatMap(suggestionVerdicts),
    ...shareOf(rows, 'list page, rendered', 0.55),
    ...processorShareOf(rows, 'list page, cached', 0.2),
    ...memory.map(({ size, highest }) => atMost(`memory at ${size} projects, MB`, 450, highest)),
    ...pages.flatMap(pageVerdicts),
    ...overload.flatMap(overloadVerdicts),
  ]
}

const searches = new Set([
  'search, common word',
  'search, two words',
  'search, rare word',
  'search, misspelt',
  'search with filters',
])

/** The names of the lists with filters and orders. */
const orderings = (rows: Row[]) => [
  ...new Set(
    rows
      .map(({ name }) => name)
      .filter((name) => /^list (by|of|in|with)/.test(name) || name === 'list, page 500'),
  ),
]

const shareOf = (rows: Row[], name: string, min: number) =>
  rows
    .filter((row) => row.name === name && row.share !== undefined)
    .map(({ size, share }) =>
      atLeast(`${name}, share of the floor at ${size}`, Math.round(min * 100), share! * 100, ' %'),
    )

/** The same share by processor time per answer: where answers are cheap, creating the load costs more than they do. */
const processorShareOf = (rows: Row[], name: string, min: number) =>
  rows
    .filter((row) => row.name === name && row.floor)
    .map(({ size, app, floor }) =>
      atLeast(
        `${name}, share of the floor at ${size}, by processor time`,
        Math.round(min * 100),
        (floor!.loaded.processor / app.loaded.processor) * 100,
        ' %',
      ),
    )

/** The slowest answers may take twice as long at the largest size as at the smallest. */
function spread(rows: Row[], name: string, smallest: number, largest: number): Verdict[] {
  const at = (size: number) => rows.find((row) => row.name === name && row.size === size)?.app.loaded.p99
  const [low, high] = [at(smallest), at(largest)]
  if (low === undefined || high === undefined || smallest === largest) return []
  return [atMost(`${name}, p99 at ${largest} against ${smallest}, ms`, low * 2, high)]
}

/** At 1,000,000 projects at least 15 a second and alone at most 500 ms; at fewer 60 a second and 150 ms. */
function searchVerdicts({ name, size, app }: Row): Verdict[] {
  const [perSecond, alone] = size >= 1_000_000 ? [15, 500] : [60, 150]
  return [
    atLeast(`${name} at ${size}, a second`, perSecond, app.loaded.perSecond),
    atMost(`${name} at ${size}, p99 alone, ms`, alone, app.alone.p99),
  ]
}

const suggestionVerdicts = ({ app }: Row): Verdict[] => [
  atLeast('suggestions, a second', 500, app.loaded.perSecond),
  atMost('suggestions, p99 alone, ms', 50, app.alone.p99),
]

/** Answers come in time, all other requests get 503, and no client takes all the capacity. */
function overloadVerdicts(row: OverloadRow): Verdict[] {
  const what = `${row.name} at ${row.size}`
  const isPage = row.name.includes('page')
  return [
    atMost(`${what}, five times too many, neither answered nor 503`, 0, row.failed),
    atMost(`${what}, five times too many, memory, MB`, 512, row.memory),
    atLeast(`${what}, another client beside 120 connections, answered`, 95, row.otherAnswered * 100, ' %'),
    ...(isPage
      ? [
          atLeast(`${what}, burst of 500, answered`, 475, row.burstAnswered),
          atMost(`${what}, burst of 500, slowest, ms`, 4000, row.burstSlowest),
        ]
      : [atMost(`${what}, five times too many, p99 of the answered, ms`, 2000, row.p99)]),
  ]
}

const pageVerdicts = ({ name, javaScript, scores, layoutShift }: PageFigures): Verdict[] => [
  atMost(`JavaScript of ${name}, brotli, kB`, 130, javaScript / 1000),
  ...Object.entries(scores).map(([category, score]) =>
    atLeast(`Lighthouse ${name}, ${category}`, category === 'performance' ? 90 : 95, score),
  ),
  atMost(`layout shift of ${name}`, 0, layoutShift),
]

const atLeast = (what: string, min: number, measured: number, unit = ''): Verdict => ({
  what,
  wanted: `≥ ${min}${unit}`,
  measured: rounded(measured) + unit,
  reached: measured >= min,
})
const atMost = (what: string, max: number, measured: number): Verdict => ({
  what,
  wanted: `≤ ${rounded(max)}`,
  measured: rounded(measured),
  reached: measured <= max,
})

const rounded = (value: number) => String(Math.round(value * 10) / 10)
