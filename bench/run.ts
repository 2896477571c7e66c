import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { measureChanges } from './changes.ts'
import { measureFindings } from './findings.ts'
import { measureGuesses } from './guesses.ts'
import { measureOverload } from './overload.ts'
import { measurePages } from './pages/pages.ts'
import { machine, memoryTable, overloadTable, pagesTable, speedTable, verdictTable } from './report.ts'
import { measureSales } from './sales.ts'
import { measureSimilarity } from './similarity.ts'
import { measureSpeed } from './speed.ts'
import { measureStart } from './start.ts'
import { verdictsOf } from './targets.ts'
import { measureDownload } from './transfer/download.ts'
import { measureUpload } from './transfer/upload.ts'

/**
 * `npm run bench` measures the catalogue and the pages; `-- start` a fresh clone, `-- findings` the check of uploads,
 * `-- upload` and `-- download` file transfer, `-- similarity` the search for copies, `-- changes` the page cache while
 * projects change, `-- sales` the ledger check and the pages of money, `-- guesses` an attack on sign-in codes.
 * `bench/README.md` has the details.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: '.data-bench' },
    port: { type: 'string', default: '4400' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: [] },
    orders: { type: 'string', default: '1000000' },
    guesses: { type: 'string', default: '100000' },
    save: { type: 'string' },
  },
})
// Exiting on a signal also stops the servers.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
const [what = 'all'] = positionals
const port = Number(values.port)
const options = {
  ...values,
  folder: resolve(values.folder),
  sizes: values.sizes.split(',').map(Number),
  seed: Number(values.seed),
  port,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
}

if (what === 'start') await measureStart(port)
else if (what === 'findings') console.log(`${machine()}\n\n${measureFindings()}`)
else if (what === 'similarity') console.log(`${machine()}\n\n${await measureSimilarity()}`)
else if (what === 'guesses') await measureGuesses(port, Number(values.guesses))
else if (what === 'sales')
  console.log(
    `${machine()}\n\n${await measureSales({ folder: options.folder, orders: Number(values.orders) })}`,
  )
else if (what === 'changes') console.log(`${machine()}\n\n${await measureChanges(options)}`)
else if (what === 'upload' || what === 'download') console.log(await measureTransfer(what))
else await measureApp()

async function measureTransfer(way: 'upload' | 'download') {
  return `${machine()}\n\n${await (way === 'upload' ? measureUpload(options) : measureDownload(options))}`
}

async function measureApp() {
  const measuredOn = machine()
  const isAsked = (part: string) => what === 'all' || what === part
  const speed = isAsked('speed') ? await measureSpeed(options) : { rows: [], memory: [] }
  const overload = isAsked('overload') ? await measureOverload(options) : []
  const pages = isAsked('pages') ? await measurePages({ port: port + 50, runs: 3 }) : []
  const report = [
    measuredOn,
    `Seed ${values.seed}, ${values.rounds} rounds of ${values.seconds} s. Times in milliseconds.`,
    ...(speed.rows.length > 0 ? [speedTable(speed.rows), memoryTable(speed.memory)] : []),
    ...(overload.length > 0 ? [overloadTable(overload)] : []),
    ...(pages.length > 0 ? [pagesTable(pages)] : []),
    verdictTable(verdictsOf(speed.rows, speed.memory, pages, overload)),
  ].join('\n\n')
  console.log(report)
  if (values.save?.endsWith('.json'))
    writeFileSync(values.save, JSON.stringify({ ...speed, overload, pages }, undefined, 2))
  else if (values.save) writeFileSync(values.save, `${report}\n`)
}
