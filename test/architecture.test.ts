import { expect, test } from 'vitest'

import { adapters, type Import, imports, sources, tablesWritten, topOf } from './sources.ts'

test('the nouns of the server and those of the pages form no circle', () => {
  const closing = closingEdges([...edges.keys()])
  expect(closing.flatMap((edge) => edges.get(edge)!.map(shown))).toEqual([])
})

test('a noun is reached through its service.ts, its queries and routes by nobody else', () => {
  const between = imports.filter(({ from, to }) => topOf(from) !== topOf(to) && /^server\/[\w-]+\//.test(to))
  const queries = between.filter(({ to }) => to.endsWith('queries.ts'))
  expect(queries.map(named).toSorted(), 'ask the service of the noun').toEqual([])
  // What puts the server together takes routes and workers too.
  const doors = between.filter(
    ({ from, to }) => (isNoun(from) || from.startsWith('demo/')) && isNoun(to) && !to.endsWith('/service.ts'),
  )
  expect(doors.map(named).toSorted(), 'put what you need into its service.ts').toEqual([])
})

test('routes call the service, the service its queries, never back', () => {
  const within = imports.filter(({ from, to }) => isNoun(from) && topOf(from) === topOf(to))
  expect(within.filter(({ from, to }) => layerOf(to) > layerOf(from)).map(shown)).toEqual([])
})

test('what serves every noun knows none: it takes what it needs as an argument', () => {
  const out = imports.filter(({ from, to }) => !mayKnow(from, to))
  expect(out.map(shown)).toEqual([])
})

test('HTTP, the database and the store know nothing of each other', () => {
  const apart = new Set(['server/http', 'server/database', 'server/storage'])
  const between = imports.filter(
    ({ from, to }) => topOf(from) !== topOf(to) && [from, to].every((file) => apart.has(topOf(file))),
  )
  expect(between.map(shown)).toEqual([])
})

test('a table is written by its noun alone', () => {
  const writers = Map.groupBy(tablesWritten, ({ table }) => table)
  const shared = [...writers]
    .filter(([, places]) => new Set(places.map(({ file }) => topOf(file))).size > 1)
    .map(
      ([table, places]) => `${table}: ${[...new Set(places.map(({ file }) => file))].toSorted().join(', ')}`,
    )
  expect(shared.toSorted(), 'ask the service of the noun').toEqual([])
})

test('SQL stands in queries.ts alone', () => {
  const isSql =
    /import (?!type\b)[^;]*? from 'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
  const elsewhere = sources.filter(
    ({ file, text }) => isNoun(file) && !file.endsWith('queries.ts') && isSql.test(text),
  )
  expect(elsewhere.map(({ file }) => file)).toEqual([])
})

const edges = Map.groupBy(
  imports.filter(({ from, to }) => topOf(from) !== topOf(to)),
  ({ from, to }) => `${topOf(from)} → ${topOf(to)}`,
)
const shown = ({ from, line, to }: Import) => `${from}:${line} → ${to}`
const named = ({ from, to }: Import) => `${from} → ${to}`
const ends = (edge: string) => edge.split(' → ') as [string, string]
const isNoun = (file: string) => /^server\/[\w-]+\//.test(file) && !adapters.includes(topOf(file))

function layerOf(file: string): number {
  const layer = ['queries.ts', 'service.ts', 'routes.ts'].findIndex((end) => file.endsWith(end))
  return layer < 0 ? Number.NaN : layer
}

/** How an amount, a count or a day is written is no noun's own. */
const formatters = new Set(['counted', 'day', 'rupees'].map((name) => `contract/kit/${name}.ts`))

/** The shell shows what stands in this browser: the theme that was chosen, and whether somebody is signed in. */
const ofBrowser = new Set(['web/browser-store.ts', 'web/session/session.ts'])

const ofEveryAdapter = ['config', 'encryption', 'private-folder', 'separate-environment', 'source-path'].map(
  (name) => `server/${name}.ts`,
)

function mayKnow(from: string, to: string): boolean {
  const top = topOf(to)
  if (topOf(from) === 'web/ui') return top === 'web/ui' || formatters.has(to)
  if (topOf(from) === 'web/shell')
    return ['web/shell', 'web/ui'].includes(top) || ofBrowser.has(to) || formatters.has(to)
  if (!adapters.includes(topOf(from))) return true
  return [...adapters, ...ofEveryAdapter].includes(top) || to.startsWith('contract/')
}

/** As few edges as it takes, each the one of its circle that the fewest imports make: the likeliest to be wrong. */
function closingEdges(names: readonly string[]): string[] {
  const circle = names.map((edge) => wayBack(edge, names)).find((way) => way !== undefined)
  if (!circle) return []
  const closing = circle.toSorted((a, b) => edges.get(a)!.length - edges.get(b)!.length)[0]!
  return [closing, ...closingEdges(names.filter((edge) => edge !== closing))]
}

/** The circle that an edge is part of, as its edges, or undefined. */
function wayBack(edge: string, names: readonly string[]): string[] | undefined {
  const ways = [[edge]]
  const seen = new Set<string>()
  for (const way of ways) {
    const end = ends(way.at(-1)!)[1]
    if (end === ends(edge)[0]) return way
    if (seen.has(end)) continue
    seen.add(end)
    ways.push(...names.filter((next) => ends(next)[0] === end).map((next) => [...way, next]))
  }
  return undefined
}
