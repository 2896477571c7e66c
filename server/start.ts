import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { loadDemo } from '../demo/load.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { registerWeb } from './pages.ts'
import { followClock } from './platform/clock.ts'
import { requireDataFolder, requireFreePort, restrictFolders } from './platform/data-folder.ts'
import { connect, isAnswering, requireSessions } from './platform/database/connection.ts'
import { createListener } from './platform/database/listener.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { recordFailedJob } from './platform/jobs/queries.ts'
import { logKeysOf } from './platform/log-key.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { sendNowLimits, createSendNow } from './platform/mail/send.ts'
import { currentSignal } from './platform/overload/request-scope.ts'
import { followPageChanges } from './platform/page-cache.ts'
import { createGateways } from './platform/payments/open.ts'
import { secretOf } from './platform/secret.ts'
import { requireTempFolder } from './platform/shell-variables.ts'
import { createStorage } from './platform/storage/open.ts'
import { demoCredentials, ensureFirstAdmin, requireStrongPassword } from './staff/first-admin.ts'
import { passwordCost } from './staff/passwords.ts'
import { startWorkers } from './workers.ts'

interface Resource {
  close(): Promise<unknown>
  /** The longest that closing may take, in seconds, before the next resource is closed. */
  maxSeconds: number
}

/**
 * The resources that this process has opened, closed in reverse order. One that exceeds its seconds does not delay
 * those before it.
 */
class Shutdown {
  readonly #resources: Resource[] = []
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  add(close: Resource['close'], maxSeconds: number) {
    this.#resources.push({ close, maxSeconds })
  }

  /** The longest that closing everything may take, in seconds. */
  maxSeconds = () => this.#resources.reduce((sum, { maxSeconds }) => sum + maxSeconds, 0)

  async closeAll() {
    for (let last = this.#resources.pop(); last; last = this.#resources.pop()) {
      const { close, maxSeconds } = last
      const timeout = new AbortController()
      const tooLate = pause(maxSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => {})
      await Promise.race([close().catch(this.#report), tooLate])
      timeout.abort()
    }
  }
}

/**
 * Goes on serving for `delay` seconds, while balancers learn that this process is not ready; then stops accepting
 * connections. Requests in progress, slow uploads and downloads too, have `grace` seconds to end before they are cut.
 */
async function closeApp(app: FastifyInstance, { delay, grace }: Config['stop']) {
  await pause(delay * 1000)
  const timeout = setTimeout(() => app.server.closeAllConnections(), grace * 1000)
  await app.close()
  clearTimeout(timeout)
}

/** Calls `react` within a second after the parent process has ended. */
function onParentGone(react: () => void) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, 1000).unref()
}

// Only its own account may read the files that this process writes.
process.umask(0o077)
// A closed output pipe is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const { dev, 'stop-with-parent': stopWithParent } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    'stop-with-parent': { type: 'boolean', default: false },
  },
}).values
let log: Pick<FastifyBaseLogger, 'error'> = console
const report = (error: unknown) => log.error(error)
const shutdown = new Shutdown(report)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// npm passes on SIGINT and SIGTERM only; any other signal ends npm alone.
if (stopWithParent) onParentGone(() => void stop(0))

const started = start().catch((error: Error) => {
  if (stopping.signal.aborted) return
  // Expected errors are printed as plain sentences; a bug shows its stack.
  const { message, stack, cause } = error
  console.error(
    `\nReadymade could not start. ${message}\n${cause || error instanceof TypeError ? stack : ''}`,
  )
  void stop(1)
})

async function start() {
  const config = readConfig()
  await requireStrongPassword(config)
  requireDataFolder(config.dataDir)
  restrictFolders([join(config.dataDir, 'mail'), join(config.dataDir, 'storage')])
  requireTempFolder()
  // The database first: another Readymade that runs on the same folder is named as such, and not as what has the port.
  const database = await openDatabase(config, report, stopping.signal)
  shutdown.add(database.close, 40)
  await requireFreePort(config.port, config.host)
  stopping.signal.throwIfAborted()
  const { db, pool } = connect(database.url, {
    connections: config.databaseConnections,
    signalOf: currentSignal,
  })
  shutdown.add(() => pool.end(), 3)
  const listener = createListener(database.url)
  shutdown.add(listener.stop, 2)
  await requireSessions(pool, listener, database.url)
  await migrate(database.url)

  const secret = secretOf(config, report)
  const jobs = await startJobs({ pool, ...(config.works && { listener }) }, secret, report, (kind, id) =>
    recordFailedJob(db, kind, id),
  )
  shutdown.add(jobs.stop, 7)
  const dependencies: Dependencies = {
    config,
    secret,
    logKeys: logKeysOf(config),
    db,
    jobs,
    sendNow: createSendNow({ db, jobs }, createMailer({ ...config, secret }, sendNowLimits)),
    storage: await createStorage(config),
    passwordCost,
    ...createGateways(config, { db, secret }),
  }
  await ensureFirstAdmin(dependencies, config)
  const app = await buildApp(dependencies, {
    logger: { level: config.mode === 'live' ? 'info' : 'warn' },
    dev,
    pool,
    isDatabaseAnswering: () => isAnswering(database.url),
    stopping: stopping.signal,
  })
  log = app.log
  let working: Promise<void> | undefined
  const work = () => (working ??= startWorkers(dependencies))
  // A load needs jobs, so a process that only serves leaves it to one that works.
  if (config.mode === 'demo' && config.works) await loadDemo(dependencies, database.url, work)
  if (config.serves) {
    await registerWeb(app, dependencies, dev)
    await followPageChanges(app.pageCache, listener)
  }
  stopping.signal.throwIfAborted()
  shutdown.add(() => closeApp(app, config.stop), config.stop.delay + config.stop.grace + 2)
  // With Node's default of 511, clients beyond it would retry only after 1, 3 and 7 s.
  await app.listen({ port: config.port, host: config.host, backlog: 4096 })
  // The cache serves the next start; Node writes it by itself only when it exits in order.
  flushCompileCache()
  // Jobs begin after the first requests, because they can wait longer than visitors.
  if (config.works) await work()
  const stopClock = await followClock(db)
  shutdown.add(stopClock, 1)
  console.log(`\nReadymade is ready at ${config.publicUrl}`)
  if (config.mode === 'demo') {
    const staff = await demoCredentials(dependencies)
    if (staff) console.log(`Staff: ${config.publicUrl}/admin/login with ${staff.email} and ${staff.password}`)
    if (!config.smtpUrl) console.log('Mails, sign-in codes among them, are printed here.')
  }
}

/** Closes everything in reverse order and ends the process; a second signal while closing changes nothing. */
async function stop(code: number) {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => process.exit(code || 1), shutdown.maxSeconds() * 1000 + 15_000).unref()
  await shutdown.closeAll()
  // A start in progress fails now, and may have opened something meanwhile.
  await Promise.race([started, new Promise((resume) => setTimeout(resume, 5_000))])
  await shutdown.closeAll()
  process.exit(code)
}
