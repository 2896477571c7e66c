import { parseArgs } from 'node:util'

import type { FastifyBaseLogger } from 'fastify'

import { loadDemo } from '../demo/load.ts'
import { workAccounts } from './accounts/worker.ts'
import { buildApp } from './app.ts'
import { demoAdmin, readConfig, secretOf } from './config.ts'
import { connect } from './database/connection.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { requireFreePort, requireWritableFolder } from './http/preflight.ts'
import { startJobs } from './jobs/boss.ts'
import { mailerFor } from './mail/mailer.ts'
import { workMail } from './mail/worker.ts'
import { workOrders } from './orders/worker.ts'
import { currentSignal } from './overload/request-scope.ts'
import { followPageChanges } from './page-cache/serve-kept.ts'
import type { Parts } from './parts.ts'
import { gatewayFor } from './payments/open.ts'
import { workProjects } from './projects/worker.ts'
import { workReleases } from './releases/worker.ts'
import { ensureFirstAdmin } from './staff/service.ts'
import { storageFor } from './storage/open.ts'
import { addWeb } from './web.ts'

const { dev } = parseArgs({ options: { dev: { type: 'boolean', default: false } } }).values
const closers: (() => Promise<unknown>)[] = []
process.on('SIGINT', () => void stop(0)).on('SIGTERM', () => void stop(0))

try {
  await start()
} catch (error) {
  // Expected troubles are written as plain sentences; a bug shows its stack.
  const { message, stack, cause } = error as Error
  console.error(
    `\nReadymade could not start. ${message}\n${cause || error instanceof TypeError ? stack : ''}`,
  )
  await stop(1)
}

async function start() {
  const config = readConfig()
  requireWritableFolder(config.dataDir)
  await requireFreePort(config.port, config.host)
  const database = await openDatabase(config)
  closers.push(database.close)
  await migrate(database.url)
  const { db, pool } = connect(database.url, { signalOf: currentSignal })
  closers.push(() => pool.end())
  await ensureFirstAdmin(db, config)

  const secret = secretOf(config)
  let log: Pick<FastifyBaseLogger, 'error'> = console
  const jobs = await startJobs(database.url, secret, (error) => log.error(error))
  closers.push(jobs.stop)
  const parts: Parts = {
    config,
    secret,
    db,
    jobs,
    storage: await storageFor(config),
    gateway: gatewayFor(config, { db, secret }),
  }
  const app = await buildApp(parts, { logger: { level: config.mode === 'live' ? 'info' : 'warn' }, dev })
  log = app.log
  await workMail(jobs, mailerFor(config))
  await workAccounts(parts)
  await workProjects(parts)
  await workReleases(parts)
  await workOrders(parts)
  if (config.mode === 'demo') await loadDemo(parts, database.url)
  await addWeb(app, config.publicUrl, dev)
  closers.push((await followPageChanges(app.pageCache, database.url)).stop)
  await app.listen({ port: config.port, host: config.host })
  closers.push(() => app.close())
  console.log(`\nReadymade is ready at ${config.publicUrl}`)
  if (config.mode === 'demo') {
    console.log(`Staff: ${config.publicUrl}/admin/login with ${demoAdmin.email} and ${demoAdmin.password}`)
    if (!config.smtpUrl) console.log('Mails, sign-in codes among them, are printed here.')
  }
}

/** Closes what was opened, last first; a second signal while closing changes nothing. */
async function stop(code: number) {
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
  process.on('SIGINT', () => {}).on('SIGTERM', () => {})
  setTimeout(() => process.exit(code || 1), 15_000).unref()
  for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error))
  process.exit(code)
}
