import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'

import pg from 'pg'
import { afterAll, inject } from 'vitest'

import { type Answer, type Api, createApi } from '#contract/client.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { mailRecipient } from '#server/accounts/service.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type Connection, connect } from '#server/platform/database/connection.ts'
import { createListener } from '#server/platform/database/listener.ts'
import { problemsOf } from '#server/platform/http/openapi.ts'
import { allProcesses } from '#server/platform/isolated.ts'
import type { JobData, JobKind, Jobs, QueuedMail } from '#server/platform/jobs/jobs.ts'
import { logKeysOf } from '#server/platform/log-key.ts'
import { writeEmail } from '#server/platform/mail/email.ts'
import { limitsFor } from '#server/platform/overload/admission.ts'
import { currentSignal } from '#server/platform/overload/request-scope.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'
import { createStorage } from '#server/platform/storage/open.ts'
import { checkVersion } from '#server/projects/findings/check/check.ts'
import { upsertCheck } from '#server/projects/findings/queries.ts'
import { fingerprintsOf, fingerprintVersion } from '#server/projects/similarity/fingerprints.ts'
import { projectOf, replaceFingerprints, saveCopied } from '#server/projects/similarity/queries.ts'
import { tellDecision } from '#server/projects/staff/decision.ts'

import { callAt } from './calls.ts'
import { temporaryFolder } from './memory.ts'

Object.assign(allProcesses, { idleSeconds: 60, isYielding: false })

/**
 * Starts the whole app on its own real database, for one test file. Jobs are collected in a list: `jobs.run()` runs
 * them, and `mails` holds the sent emails.
 */
export async function startApp(
  settings: Record<string, string> = {},
  options: Pick<NonNullable<Parameters<typeof buildApp>[1]>, 'isDatabaseAnswering'> = {},
) {
  const folder = temporaryFolder('readymade-test-')
  const config: Config = readConfig({ DATA_DIR: folder, ...settings })
  const { url, drop } = await cloneDatabase()
  const { db, pool } = connect(url, { signalOf: currentSignal })
  const listener = createListener(url)
  const secret = 'a secret for tests, 32 bytes or more'
  const jobs = inMemoryJobs(() => dependencies)
  const dependencies: Dependencies = {
    config,
    secret,
    logKeys: logKeysOf(config),
    db,
    jobs,
    sendNow: async (kind, to, content) => {
      jobs.mails.push({ kind: kind.name, to, ...writeEmail(content, kind) })
      return true
    },
    storage: await createStorage(config),
    gateway: sandboxGateway({ db, secret, publicUrl: config.publicUrl }),
    formerGateways: [],
    // The real one takes 30 ms of the processor at each sign-in of staff.
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
  }
  const { calls, pages } = limitsFor(config.databaseConnections)
  const app = await buildApp(dependencies, {
    pool,
    // A busy machine lets nobody wait in vain.
    limits: { calls: { ...calls, maxWait: 60_000 }, pages: { ...pages, maxWait: 60_000 } },
    ...options,
  })
  afterAll(async () => {
    await app.close()
    await listener.stop()
    await pool.end()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  /** Creates a client of the API with the token of a caller, or without one. */
  const as = (token?: string): Api => createApi((call) => send(call, token))
  const send = async (
    call: { method: string; url: string; body?: string | FormData },
    token?: string,
    remoteAddress?: string,
  ): Promise<Answer> => {
    const form = call.body instanceof FormData ? new Response(call.body) : undefined
    const reply = await app.inject({
      method: call.method as 'GET',
      url: call.url,
      ...(remoteAddress && { remoteAddress }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form
          ? { 'content-type': form.headers.get('content-type')! }
          : call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { payload: form ? Buffer.from(await form.arrayBuffer()) : call.body }),
    })
    if (reply.statusCode >= 400) requireDeclared(call, reply.body)
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([new Uint8Array(reply.rawPayload)]),
    }
  }
  return { app, api: as(), as, send, dependencies, db, pool, listener, url, jobs, mails: jobs.mails }
}
export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Throws when a call fails with a code that its declaration does not name in `problems`. */
function requireDeclared({ method, url }: { method: string; url: string }, body: string) {
  const call = callAt(method, url)
  if (!call) return
  const { code } = JSON.parse(body) as Problem
  if (!problemsOf(call.endpoint).includes(code))
    throw new Error(`${call.name} fails with '${code}', which its declaration does not name in 'problems'`)
}

/** Copies the migrated template database: its files, which takes a third of the time that its pages would. */
async function cloneDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: inject('adminUrl') })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name} template template_readymade strategy = file_copy`)
  return {
    url: inject('adminUrl').replace('/postgres?', `/${name}?`),
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/**
 * A queue in memory instead of pg-boss, with emails in a separate list. Without workers that check and compare
 * releases, each counts as checked and compared at once, and without one that tells decisions their emails are sent at
 * once. Jobs of a transaction that fails stay in the list.
 */
function inMemoryJobs(dependencies: () => Dependencies) {
  const workers = new Map<JobKind, (data: never, id: string) => Promise<void>>()
  const asked: { kind: JobKind; data: object }[] = []
  const mails: (QueuedMail & { to: string })[] = []
  /** Addresses an email to a member as the mail job does: a deactivated member gets none. */
  const recordMail = async (connection: Connection, mail: QueuedMail) => {
    const to = mail.memberId ? (await mailRecipient(connection, mail.memberId))?.email : mail.to
    if (to) mails.push({ ...mail, to })
  }
  const jobs: Jobs = {
    enqueue: async (connection, kind, data) => {
      if (kind === 'mail') await recordMail(connection, data as QueuedMail)
      else asked.push({ kind, data })
      if (kind === 'check-release' && !workers.has(kind))
        await upsertCheck(connection, { ...(data as JobData['check-release']), ...nothingFound })
      if (kind === 'index-release' && !workers.has(kind))
        await compareWithNothing(connection, (data as JobData['index-release']).releaseId)
      if (kind === 'tell-decision' && !workers.has(kind))
        await tellDecision(dependencies(), connection, (data as JobData['tell-decision']).verificationId)
    },
    work: async (definitions) => {
      for (const { name, handler, atStart } of definitions) {
        workers.set(name, handler)
        if (atStart) asked.push({ kind: name, data: {} })
      }
    },
    stop: async () => {},
  }
  const run = async () => {
    for (const { kind, data } of asked.splice(0)) await workers.get(kind)?.(data as never, randomUUID())
  }
  return { ...jobs, asked, mails, run }
}

/** Records that a release has no code in common with any other. */
async function compareWithNothing(connection: Connection, releaseId: string) {
  const project = await projectOf(connection, releaseId)
  const nothing = {
    ...fingerprintsOf([]),
    omitted: 0,
  }
  if (!project) return
  const release = { project, releaseId, version: fingerprintVersion }
  await replaceFingerprints(connection, release, nothing)
  await saveCopied(connection, releaseId, { copiedFrom: null, copiedShare: 0 })
}

const nothingFound = {
  version: checkVersion,
  checked: {
    findings: [],
    omitted: [],
    unread: 0,
    unopened: 0,
    technologies: [],
    mentioned: [],
    parts: [],
    licences: [],
    entry: null,
    foreign: [],
  },
}
