import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { loadDemo } from '../demo/load.ts'
import { buildApp } from './app.ts'
import { readConfig, secretOf } from './config.ts'
import { addWeb } from './pages.ts'
import type { Parts } from './parts.ts'
import { closeToOthers, requireDataFolder, requireFreePort } from './platform/data-folder.ts'
import { connect } from './platform/database/connection.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { noteGivenUp } from './platform/jobs/queries.ts'
import { mailerFor } from './platform/mail/mailer.ts'
import { nowLimits, nowWith } from './platform/mail/send.ts'
import { currentSignal } from './platform/overload/request-scope.ts'
import { followPageChanges } from './platform/page-cache.ts'
import { gatewaysFor } from './platform/payments/open.ts'
import { storageFor } from './platform/storage/open.ts'
import { demoCredentials, ensureFirstAdmin, requireStrongPassword } from './staff/first-admin.ts'
import { startWorkers } from './workers.ts'

interface Opened {
  close(): Promise<unknown>
  /** Seconds that closing it may take before the next one has its turn. */
  within: number
}

/** What this process has opened, to be closed last first. Nothing keeps the ones before it open for longer than it may take. */
class Closing {
  readonly #opened: Opened[] = []
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  add(close: Opened['close'], within: number) {
    this.#opened.push({ close, within })
  }

  async closeAll() {
    for (let last = this.#opened.pop(); last; last = this.#opened.pop()) {
      const { close, within } = last
      const late = new AbortController()
      const tooLate = pause(within * 1000, undefined, { signal: late.signal }).catch(() => {})
      await Promise.race([close().catch(this.#report), tooLate])
      late.abort()
    }
  }
}

const graceSeconds = 5

/** Takes no more requests; those under way, also slow uploads and downloads, have 5 seconds to end before they are cut. */
async function closeApp(app: FastifyInstance) {
  const late = setTimeout(() => app.server.closeAllConnections(), graceSeconds * 1000)
  await app.close()
  clearTimeout(late)
}

/** Calls `react` once the process that started this one is gone, within a second. */
function onParentGone(react: () => void) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, 1000).unref()
}

// Whatever this process writes is for its own account alone.
process.umask(0o077)
// Nobody may be reading any more what is printed; that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const { dev, 'stop-with-parent': withParent } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    'stop-with-parent': { type: 'boolean', default: false },
  },
}).values
let log: Pick<FastifyBaseLogger, 'error'> = console
const report = (error: unknown) => log.error(error)
const opened = new Closing(report)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// npm passes SIGINT and SIGTERM on, and dies of all others alone.
if (withParent) onParentGone(() => void stop(0))

const started = start().catch((error: Error) => {
  if (stopping.signal.aborted) return
  // Expected troubles are written as plain sentences; a bug shows its stack.
  const { message, stack, cause } = error
  console.error(
    `\nReadymade could not start. ${message}\n${cause || error instanceof TypeError ? stack : ''}`,
  )
  void stop(1)
})

async function start() {
  const config = readConfig()
  requireStrongPassword(config)
  requireDataFolder(config.dataDir)
  closeToOthers([join(config.dataDir, 'mail'), join(config.dataDir, 'storage')])
  await requireFreePort(config.port, config.host)
  const database = await openDatabase(config, report, stopping.signal)
  opened.add(database.close, 40)
  stopping.signal.throwIfAborted()
  await migrate(database.url)
  const { db, pool } = connect(database.url, { signalOf: currentSignal })
  opened.add(() => pool.end(), 3)
  await ensureFirstAdmin(db, config)

  const secret = secretOf(config)
  const jobs = await startJobs(database.url, secret, report, (kind, id) => noteGivenUp(db, kind, id))
  opened.add(jobs.stop, 7)
  const parts: Parts = {
    config,
    secret,
    db,
    jobs,
    sendNow: nowWith({ db, jobs }, mailerFor({ ...config, secret }, nowLimits)),
    storage: await storageFor(config),
    ...gatewaysFor(config, { db, secret }),
  }
  const app = await buildApp(parts, {
    logger: { level: config.mode === 'live' ? 'info' : 'warn' },
    dev,
    pool,
  })
  log = app.log
  let working: Promise<void> | undefined
  const work = () => (working ??= startWorkers(parts))
  if (config.mode === 'demo') await loadDemo(parts, database.url, work)
  await addWeb(app, parts, dev)
  opened.add((await followPageChanges(app.pageCache, database.url)).stop, 2)
  stopping.signal.throwIfAborted()
  opened.add(() => closeApp(app), 7)
  // Node's own 511: whoever came when so many waited to be accepted would try again after 1, 3 and 7 s.
  await app.listen({ port: config.port, host: config.host, backlog: 4096 })
  // For the next start. Node itself writes it only at an orderly end.
  flushCompileCache()
  // Jobs can wait a moment longer than visitors.
  await work()
  console.log(`\nReadymade is ready at ${config.publicUrl}`)
  if (config.mode === 'demo') {
    const staff = await demoCredentials(db, config)
    if (staff) console.log(`Staff: ${config.publicUrl}/admin/login with ${staff.email} and ${staff.password}`)
    if (!config.smtpUrl) console.log('Mails, sign-in codes among them, are printed here.')
  }
}

/** Closes what was opened, last first; a second signal while closing changes nothing. */
async function stop(code: number) {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => process.exit(code || 1), 90_000).unref()
  await opened.closeAll()
  // A start that was under way fails now, and may have opened something meanwhile.
  await Promise.race([started, new Promise((resume) => setTimeout(resume, 5_000))])
  await opened.closeAll()
  process.exit(code)
}
