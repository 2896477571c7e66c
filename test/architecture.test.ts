import { posix } from 'node:path'

import { expect, test } from 'vitest'

import { contract } from '#contract/index.ts'

import { foreignTablesRead, type Import, imports, placeOf, sources, tablesWritten } from './sources.ts'

/** The areas that each area of the server may import; all may import platform, dependencies and contract. */
const serverAreas: Record<string, readonly string[]> = {
  config: [],
  dependencies: ['config'],
  platform: ['config', 'dependencies'],
  staff: ['config'],
  accounts: ['staff'],
  catalogue: ['staff'],
  projects: ['accounts', 'catalogue', 'staff'],
  money: ['projects', 'accounts', 'staff'],
  orders: ['money', 'projects', 'catalogue', 'accounts', 'staff'],
  content: ['orders', 'money', 'projects', 'catalogue', 'accounts', 'staff', 'config'],
  members: ['content', 'orders', 'money', 'projects', 'catalogue', 'accounts', 'staff'],
  dashboard: ['content', 'orders', 'money', 'projects', 'catalogue', 'accounts', 'staff'],
  commands: ['money', 'projects', 'config'],
  pages: ['content', 'config'],
}
/** The files that assemble the server, including the demo, which is loaded through the API. */
const assembles = new Set(['app', 'workers', 'start'])

/**
 * The tables of other areas that each area of the server reads in its own queries, because it joins, counts or locks
 * them. What a lookup of their area answers is asked there.
 */
const foreignTables: Record<string, Record<string, string>> = {
  accounts: {
    platform: 'sessions',
  },
  staff: {
    content: 'contactMessages',
    projects: 'projects',
  },
  catalogue: {
    accounts: 'members',
    projects: 'approvedEditions editions projectBlocks projectImages projects releases reports',
    staff: 'settings',
  },
  projects: {
    accounts: 'members',
    catalogue: 'publishedProjects',
    content: 'complaints',
    orders: 'helpRequests orders seats',
    staff: 'staff',
  },
  money: {
    accounts: 'members',
    orders: 'captureExcess coupons disputedOrders disputes gatewayRefunds orders payments refunds',
  },
  orders: {
    accounts: 'members',
    catalogue: 'publishedProjects',
    money: 'ledgerEntries ledgerTransactions taxIds',
    projects: 'projectImages projects releases reports verifications',
  },
  content: {
    accounts: 'members',
    orders: 'orders reviews',
    projects:
      'editions projectBlocks projects questions releaseFiles releases runPages runRecords verifications',
    staff: 'staff',
  },
  members: {
    accounts: 'acceptances leftBehind members',
    content: 'contactMessages contactReplies complaints',
    money: 'debtRepayments ledgerEntries ledgerTransactions payouts',
    orders:
      'checkoutRecords coupons creditNotes disputedOrders downloads helpMessages helpRequests helpTexts invoiceLines invoices licences orders payments refundRequests refunds reportDownloads reviews runAnswers seats soldListings',
    platform: 'mailBounces sessions',
    projects:
      'editions findingWaivers projectBlocks projectImages projects questions releases runPages runRecords verifications',
  },
  dashboard: {
    accounts: 'members',
    commands: 'backups',
    orders: 'orders refunds',
    projects: 'projectViews projects',
  },
  commands: {
    projects: 'blobs releases reports',
  },
}

/** The areas from the bottom up; those in one row do not import each other. */
const webAreas = [
  ['ui'],
  ['shell'],
  ['accounts', 'content', 'money'],
  ['projects'],
  ['orders'],
  ['members'],
  ['catalogue'],
  ['dashboard'],
  ['staff'],
]
const contractAreas = [
  ['kit'],
  ['accounts', 'money'],
  ['projects'],
  ['orders'],
  ['content', 'members', 'catalogue'],
  ['dashboard'],
  ['staff'],
]
/** The folders of the runner, and what each may import of this repository; its root may import them all. */
const runnerAreas: Record<string, readonly string[]> = {
  // What runs beside a stranger's code has nothing but Node.
  inside: ['runner/inside'],
  box: ['runner/box', 'runner/config'],
}
/** Folders of web that are not areas: programs that draw the icons. */
const besidePages = ['icons']
const gathersContract = new Set(['index', 'client', 'page', 'description'])

test('areas of the server import only what stands below them', () => {
  const wrong = between('server').filter(({ from, to }) => {
    const [area, other] = [placeOf(from).area, placeOf(to).area]
    if (assembles.has(area) || ['platform', 'dependencies'].includes(other)) return area === 'config'
    return !serverAreas[area]?.includes(other)
  })
  expect(wrong.map(shown)).toEqual([])
})

test('areas of the pages import only what stands below them', () => {
  const wrong = between('web').filter(({ from, to }) => {
    const { area, isRoot } = placeOf(from)
    return !isRoot && !besidePages.includes(area) && !isBelow(webAreas, from, to)
  })
  expect(wrong.map(shown)).toEqual([])
})

test('areas of the contract import only what stands below them', () => {
  const wrong = between('contract').filter(({ from, to }) => {
    const { area, isRoot } = placeOf(from)
    if (isRoot && gathersContract.has(area)) return false
    return !isBelow(contractAreas, from, to)
  })
  expect(wrong.map(shown)).toEqual([])
})

test('the runner imports the contract, Node and itself, and what runs in sandboxes imports Node alone', () => {
  const ofRunner = sources.filter(({ file }) => placeOf(file).room === 'runner')
  const wrong = ofRunner.flatMap(({ file, text }) => {
    const values = [
      ...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm),
    ]
    const { area, isRoot } = placeOf(file)
    const allowed = isRoot ? ['runner/', 'contract/'] : (runnerAreas[area] ?? [])
    return values
      .map(([, one, other]) => (one ?? other)!)
      .filter((name) => !name.startsWith('node:'))
      .filter((name) => {
        const to = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name)
        return !/^[.#]/.test(name) || !allowed.some((place) => to.startsWith(place))
      })
      .map((name) => `${file} → ${name}`)
  })
  expect(wrong).toEqual([])
  const others = imports.filter(({ from, to }) => to.startsWith('runner/') && placeOf(from).room !== 'runner')
  expect(others.map(shown)).toEqual([])
})

test('each group of calls is answered in the area of the server that has its name in the contract', () => {
  const answered = sources.flatMap(({ file, text }) => {
    const { room, area } = placeOf(file)
    if (room !== 'server' || area === 'platform') return []
    return [...text.matchAll(/\bserve\((\w+),/g)].map(([, group]) => {
      const declared = new RegExp(`\\b${group}\\b[^']*from '#contract/(\\w+)/`).exec(text)?.[1]
      return { group, area, declared }
    })
  })
  expect(new Set(answered.map(({ group }) => group))).toEqual(new Set(Object.keys(contract)))
  expect(answered.filter(({ area, declared }) => area !== declared)).toEqual([])
})

test('every file has a place that the rules above know', () => {
  const known = new Set([
    ...Object.keys(serverAreas).map((area) => `server/${area}`),
    ...[...assembles].map((area) => `server/${area}`),
    ...[...webAreas.flat(), ...besidePages].map((area) => `web/${area}`),
    ...contractAreas.flat().map((area) => `contract/${area}`),
    ...Object.keys(runnerAreas).map((area) => `runner/${area}`),
  ])
  const lost = sources.filter(({ file }) => {
    const { room, area, isRoot } = placeOf(file)
    return room !== 'demo' && !(isRoot && room !== 'server') && !known.has(`${room}/${area}`)
  })
  expect(lost.map(({ file }) => file)).toEqual([])
})

test('routes, jobs and queries of an area are its own', () => {
  const isClosed = /[/-](?:routes|jobs|queries)\.ts$/
  const isOpen = /(?:^|\/)(?:lookup|publish)-queries\.ts$/
  const wrong = between('server').filter(({ from, to }) => {
    const { area } = placeOf(from)
    return !assembles.has(area) && placeOf(to).area !== 'platform' && isClosed.test(to) && !isOpen.test(to)
  })
  expect(wrong.map(shown), 'put what others need into lookup-queries.ts or a file of its noun').toEqual([])
})

test('the areas of a room form no circle', () => {
  for (const room of ['contract', 'server', 'web']) {
    const edges = Map.groupBy(between(room), ({ from, to }) => `${placeOf(from).area} → ${placeOf(to).area}`)
    const closing = [...edges].filter(([edge]) => reaches(edges, edge))
    expect(closing.flatMap(([, those]) => those.map(shown))).toEqual([])
  }
})

test('the folders and files at the root of an area of the server form no circle', () => {
  const inside = imports.flatMap(({ from, to, ...rest }) => {
    const [start, end] = [partOf(from), partOf(to)]
    const isInside = start && end && start.area === end.area && start.part !== end.part
    return isInside
      ? [{ from, to, ...rest, edge: `${start.area}/${start.part} → ${end.area}/${end.part}` }]
      : []
  })
  const edges = Map.groupBy(inside, ({ edge }) => edge)
  const closing = [...edges].filter(([edge]) => reaches(edges, edge))
  expect(closing.flatMap(([, those]) => those.map(shown))).toEqual([])
})

test('a table is written by one area alone', () => {
  const writers = Map.groupBy(tablesWritten, ({ table }) => table)
  const shared = [...writers]
    .filter(([, places]) => new Set(places.map(({ area }) => area)).size > 1)
    .map(
      ([table, places]) => `${table}: ${[...new Set(places.map(({ file }) => file))].toSorted().join(', ')}`,
    )
  expect(shared.toSorted()).toEqual([])
})

test('an area reads the tables of others that are named for it', () => {
  const named = Object.entries(foreignTables).flatMap(([area, owners]) =>
    Object.entries(owners).flatMap(([owner, tables]) =>
      tables.split(' ').map((table) => `${area} reads ${owner}'s ${table}`),
    ),
  )
  const read = Map.groupBy(foreignTablesRead, ({ area, owner, table }) => `${area} reads ${owner}'s ${table}`)
  const unnamed = [...read].filter(([what]) => !named.includes(what))
  expect(
    unnamed.map(
      ([what, places]) => `${what}: ${places.map(({ file, line }) => `${file}:${line}`).join(', ')}`,
    ),
  ).toEqual([])
  expect(
    named.filter((what) => !read.has(what)),
    'nobody reads these any more',
  ).toEqual([])
})

test('SQL stands in queries alone', () => {
  const isSql =
    /import (?!type\b)[^;]*? from 'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
  const elsewhere = sources.filter(
    ({ file, text }) =>
      file.startsWith('server/') &&
      !['platform', 'commands'].includes(placeOf(file).area) &&
      !file.endsWith('queries.ts') &&
      isSql.test(text),
  )
  expect(elsewhere.map(({ file }) => file)).toEqual([])
})

const between = (room: string) =>
  imports.filter(
    ({ from, to }) =>
      placeOf(from).room === room && placeOf(to).room === room && placeOf(from).area !== placeOf(to).area,
  )

/** The area of a file of the server, and the folder or file at the root of that area. */
function partOf(file: string) {
  const [, area, part] = /^server\/(\w+)\/([^/]+)/.exec(file) ?? []
  return area && part ? { area, part } : undefined
}

const shown = ({ from, line, to }: Import) => `${from}:${line} → ${to}`

function isBelow(rows: readonly (readonly string[])[], from: string, to: string): boolean {
  const rowOf = (file: string) => rows.findIndex((row) => row.includes(placeOf(file).area))
  return rowOf(to) >= 0 && rowOf(to) < rowOf(from)
}

/** Tells whether the end of an edge leads back to its beginning. */
function reaches(edges: Map<string, unknown>, edge: string): boolean {
  const [start, end] = edge.split(' → ') as [string, string]
  const seen = new Set<string>()
  const open = [end]
  for (const place of open) {
    if (place === start) return true
    if (seen.has(place)) continue
    seen.add(place)
    for (const next of edges.keys()) if (next.startsWith(`${place} → `)) open.push(next.split(' → ')[1]!)
  }
  return false
}
