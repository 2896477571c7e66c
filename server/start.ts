import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import type { FastifyBaseLogger } from 'fastify'

import { loadDemo } from '../demo/load.ts'
import { buildApp } from './app.ts'
import { Closing, closeApp, onParentGone } from './closing.ts'
import { readConfig, secretOf } from './config.ts'
import { connect } from './database/connection.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { startJobs } from './jobs/boss.ts'
import { noteGivenUp } from './jobs/given-up.ts'
import { mailerFor } from './mail/mailer.ts'
import { nowLimits, nowWith } from './mail/now.ts'
import { currentSignal } from './overload/request-scope.ts'
import { followPageChanges } from './page-cache/serve-cached.ts'
import type { Parts } from './parts.ts'
import { gatewaysFor } from './payments/open.ts'
import { closeToOthers, requireDataFolder, requireFreePort } from './preflight.ts'
import { demoCredentials, ensureFirstAdmin } from './staff/service.ts'
import { storageFor } from './storage/open.ts'
import { addWeb } from './web.ts'
import { startWorkers } from './workers.ts'

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
  // For the next start, which takes a third less processor time with it. Node itself would wait for an orderly end.
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
