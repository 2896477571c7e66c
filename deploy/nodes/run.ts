import { parseArgs } from 'node:util'

import { install } from './debian.ts'
import { bucketAway, clocksApart, countedLimits, pooled, readOnlyDatabase } from './full.ts'
import { Site } from './site.ts'
import { killedProcess, type Outcome, primaryGone, rollingRestarts } from './tries.ts'

/**
 * `npm run nodes` puts three processes, a replicated PostgreSQL, a bucket and the edge together on the loopback, tries
 * what docs/scaling.md promises, and prints a line for each try. `-- full` is longer and tries more; `--only EXPRESSION` tries
 * what has the expression in its name; `--keep` leaves what was written, the logs among it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4800' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const isFull = positionals[0] === 'full'

const missing = install([
  'caddy',
  'haproxy',
  'postgresql',
  ...(isFull ? (['pgbouncer', 'faketime'] as const) : []),
])
if (missing.length > 0) {
  console.log(`Nothing was tried: ${missing.join(', ')} cannot be had from Debian here.`)
  process.exit(0)
}

let failed = 0
const began = performance.now()
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`

/** Runs one try and prints what it found; what was not as promised is counted. */
async function attempt(name: string, work: () => Promise<Outcome>) {
  if (!new RegExp(values.only).test(name)) return
  const { found, faults } = await work().catch((error: Error) => ({ found: '', faults: [error.message] }))
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}: ${found} (${seconds()})`)
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`)
  if (faults.length > 10) console.log(`    and ${faults.length - 10} more`)
  failed += Math.min(1, faults.length)
}

const site = new Site(Number(values.port))
try {
  await site.start()
  console.log(`Three processes, a database of two, a bucket and the edge are ready (${seconds()})`)
  await attempt('Rolling restart', () =>
    rollingRestarts(site, isFull ? { rounds: 5, transferSeconds: 60, perSecond: 60 } : undefined),
  )
  await attempt('A process killed', () => killedProcess(site))
  const ways = isFull ? (['killed', 'frozen', 'switched over'] as const) : (['switched over'] as const)
  for (const way of ways)
    for (let time = 1; time <= (isFull ? 3 : 1); time++)
      await attempt(`The primary ${way}`, () => primaryGone(site, way, { timeFactor: isFull ? 1 : 2 }))
  if (isFull) {
    await attempt('A read-only database', () => readOnlyDatabase(site))
    for (const way of ['down', 'silent'] as const)
      await attempt(`A bucket that is ${way}`, () => bucketAway(site, way))
    await attempt('Clocks 20 s apart', () => clocksApart(site))
    await attempt('Limits of one process and of five', () => countedLimits(site))
    for (const mode of ['session', 'transaction'] as const)
      await attempt(`PgBouncer in ${mode} mode`, () => pooled(site, mode))
  }
} finally {
  if (values.keep) console.log(`What they wrote lies in ${site.folder}`)
  await site.stop(values.keep)
}
console.log(failed === 0 ? 'All as promised.' : `${failed} not as promised.`)
process.exit(failed === 0 ? 0 : 1)
