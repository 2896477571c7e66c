import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { type Api, createApi } from '#contract/client.ts'
import { openSession } from '#server/accounts/service.ts'
import { signUp } from '#server/accounts/verify-code.ts'
import { buildApp } from '#server/app.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { reconcilePayments } from '#server/orders/settle/reconcile.ts'
import { withAdvisoryLock } from '#server/platform/database/migrate.ts'
import { allProcesses } from '#server/platform/isolated.ts'
import type { JobData } from '#server/platform/jobs/jobs.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'
import { tellDecision } from '#server/projects/staff/decision.ts'
import { openAdminSession } from '#server/staff/service.ts'

import { featured, messages, owners, pending, type Purchase, purchases, publicProfiles } from './activity.ts'
import { createProject } from './list-project.ts'
import { moveConfirmations, spreadOverTime } from './past.ts'
import { emailOf, people, type Person } from './people.ts'
import { startLoading, finishLoading } from './records.ts'

/**
 * Fills an empty database with the demo marketplace through the API: people list, staff approve, students buy, download
 * and review. Three things bypass the API: the sign-up and sessions of the people, because nobody reads their email;
 * the mark of a load in progress (records.ts); and everything that lies months back, that is dates, numbers of orders
 * and invoices, and views (past.ts). An interrupted load starts again; a database with members of its own is left
 * alone. When several processes share a database (`url`), one loads and the others wait until it has finished or died.
 * `work` starts the jobs, which a load depends on.
 */
export const loadDemo = (dependencies: Dependencies, url: string, work: () => Promise<void>): Promise<void> =>
  withAdvisoryLock(url, 'demo', () => load(dependencies, work), {
    waiting: (holder) =>
      console.log(`Another process is loading the demo catalogue: ${holder}. Waiting for it.`),
  })

async function load(given: Dependencies, work: () => Promise<void>): Promise<void> {
  if (!(await startLoading(given.db))) return
  await work()
  const dependencies = withSandbox(given)
  console.log('Loading the demo catalogue. This happens once.')
  const decided: string[] = []
  const jobs = withoutMail(dependencies, decided)
  const app = await buildApp({ ...dependencies, jobs })
  const { idleSeconds } = allProcesses
  // These files are ours: one process may look at many of them, which saves a third of the time.
  allProcesses.idleSeconds = 5
  try {
    const everybody = await signUpPeople(app, dependencies)
    const staff = apiAs(app, await openAdminSession(dependencies))
    const projects = await listAll(everybody, staff)
    await viewProjects(app, projects)
    for (const purchase of purchases) await buy(everybody, projects, purchase)
    for (const message of messages) await anonymous(app).contacts.send({ body: message })
    await staff.staff.logout()
  } finally {
    allProcesses.idleSeconds = idleSeconds
    await app.close()
  }
  await spreadOverTime(dependencies.db)
  // Not before, so that the public log has their days too.
  for (const verificationId of decided)
    await dependencies.db
      .transaction()
      .execute((trx) => tellDecision({ ...dependencies, jobs }, trx, verificationId))
  await reconcilePayments(dependencies)
  await moveConfirmations(dependencies.db)
  await finishLoading(dependencies.db)
}

/**
 * Lets the sandbox take the past payments of the demo, also when new ones go to Razorpay: nobody pays them there. Its
 * webhooks go nowhere, because this process does not listen yet.
 */
function withSandbox(dependencies: Dependencies): Dependencies {
  const { db, secret, config } = dependencies
  const deliver = () => Promise.resolve()
  return {
    ...dependencies,
    gateway: sandboxGateway({ db, secret, publicUrl: config.publicUrl, deliver }),
    formerGateways: [],
  }
}

type Everybody = Map<string, { api: Api; person: Person }>

/** Drops the emails of the demo, which have no readers, and gathers its decisions, which are told when they have their days. */
const withoutMail = ({ jobs }: Dependencies, decided: string[]): Dependencies['jobs'] => ({
  ...jobs,
  enqueue: async (connection, kind, data) => {
    if (kind === 'tell-decision') decided.push((data as JobData['tell-decision']).verificationId)
    else if (kind !== 'mail') await jobs.enqueue(connection, kind, data)
  },
})

async function signUpPeople(app: FastifyInstance, dependencies: Dependencies): Promise<Everybody> {
  const codes = new Map<string, string>()
  const everybody: Everybody = new Map()
  for (const person of people) {
    const { name, phone, college, course, year, referredBy, state } = person
    const referralCode = referredBy ? { referralCode: codes.get(referredBy)! } : {}
    const member = await signUp(dependencies.db, emailOf(person.key), {
      name,
      phone,
      college,
      course,
      year,
      ...referralCode,
    })
    codes.set(person.key, member.referralCode)
    const { accessToken } = await openSession(dependencies, member.id)
    const api = apiAs(app, accessToken)
    const address = { street: '', city: '', state, country: 'India', pincode: '' }
    const preferences = { publicProfile: publicProfiles.has(person.key) }
    await api.accounts.updateProfile({ body: { address, preferences } })
    everybody.set(person.key, { api, person })
  }
  return everybody
}

/** Lists every folder of the catalogue for its owner and returns the projects' ids by folder name. */
async function listAll(everybody: Everybody, staff: Api): Promise<Map<string, string>> {
  const catalogue = join(import.meta.dirname, 'catalogue')
  const ids = new Map<string, string>()
  const created: { name: string; fill: () => Promise<void> }[] = []
  for (const name of readdirSync(catalogue).toSorted()) {
    const { api } = everybody.get(owners[name] ?? '')!
    const { id, fill } = await createProject(api, join(catalogue, name))
    ids.set(name, id)
    created.push({ name, fill })
  }
  // Each picture occupies a processor, and the server processes two at once.
  const next = created.values()
  const fillOneByOne = async () => {
    for (const { name, fill } of next) {
      await fill()
      console.log(`  ${name}`)
    }
  }
  await Promise.all([fillOneByOne(), fillOneByOne()])
  for (const [name, id] of ids) {
    if (pending.has(name)) continue
    const isUnchecked = await hasFailedCheck(staff, id)
    const verificationNotes = 'The files match the description, and it ran as its README says.'
    await staff.projects.update({
      params: { id },
      body: {
        verificationStatus: 'approved',
        verificationNotes,
        isFeatured: featured.has(name),
        ...(isUnchecked && { verificationOverride: 'The check failed; the files were read by hand.' }),
      },
    })
  }
  return ids
}

/**
 * Waits until a project's files are checked and compared, as staff do; true when one of both failed, for example on a
 * machine without enough memory.
 */
async function hasFailedCheck(staff: Api, id: string): Promise<boolean> {
  for (;;) {
    const { state } = (await staff.findings.get({ params: { id } })).findings
    const compared = (await staff.similarity.get({ params: { id } })).similarity.state
    if (![state, compared].includes('waiting')) return [state, compared].includes('failed')
    await setTimeout(200)
  }
}

/** Records one view by everybody of each listed project of the others, from a page that shows it. */
async function viewProjects(app: FastifyInstance, ids: Map<string, string>) {
  for (const { key } of people) {
    const { projects } = apiAs(app, undefined, `demo of ${key}`)
    for (const [name, id] of ids)
      if (!pending.has(name) && owners[name] !== key)
        await projects.countView({ params: { id }, body: { from: featured.has(name) ? '/' : '/projects' } })
  }
}

async function buy(
  everybody: Everybody,
  projects: Map<string, string>,
  { buyer, project, report, download, review }: Purchase,
) {
  const { api, person } = everybody.get(buyer)!
  const projectId = projects.get(project)!
  const items = [
    { projectId, kind: 'source' as const },
    ...(report ? [{ projectId, kind: 'report' as const }] : []),
  ]
  const body = { items, state: person.state, idempotencyKey: `demo-${buyer}-${project}` }
  const { payment } = await api.orders.checkout({ body })
  if (payment.gateway) {
    const params = { orderId: payment.gateway.orderId }
    const { callback } = await api.sandbox.pay({ params, body: { outcome: 'succeed' } })
    await api.orders.callback({ body: callback! })
  }
  if (download) await api.downloads.archive({ params: { id: projectId }, query: {} })
  if (review) await api.reviews.write({ params: { id: projectId }, body: review })
}

const anonymous = (app: FastifyInstance) => apiAs(app)

function apiAs(app: FastifyInstance, token?: string, userAgent = 'demo'): Api {
  return createApi(async ({ method, url, body }) => {
    const form = body instanceof FormData ? new Response(body) : undefined
    const type = form?.headers.get('content-type') ?? (body ? 'application/json' : undefined)
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        'user-agent': userAgent,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : body }),
    })
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([new Uint8Array(reply.rawPayload)]),
    }
  })
}
