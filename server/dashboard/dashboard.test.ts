import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease } from '../../test/makers.ts'
import { aBuyer, buyAndPay, checkoutBy, source } from '../../test/orders.ts'
import { recordBackup } from '../commands/backups/save.ts'
import { reconcilePayments } from '../orders/settle/reconcile.ts'
import { recordFailedJob } from '../platform/jobs/queries.ts'

const app = await startApp()
const admin = await anAdmin(app)
const stats = async () => (await admin.api.dashboard.stats()).stats
const toDo = async () => (await admin.api.dashboard.toDo()).toDo
const found = async (q: string) => (await admin.api.dashboard.search({ query: { q } })).found
const write = (name: string, subject: 'Other' | 'Partnership' = 'Other') =>
  app.api.contacts.send({ body: { name, email: 'asha@example.in', subject, message: 'Hello' } })

test('an empty shop has zeros everywhere, and nothing to do', async () => {
  expect(await stats()).toEqual({
    overview: {
      totalProjects: 0,
      activeProjects: 0,
      listedProjects: 0,
      totalContacts: 0,
      unreadContacts: 0,
      totalAdmins: 1,
    },
    pricing: { totalRevenue: 0, avgPrice: 0 },
    growth: {
      projectsThisMonth: 0,
      projectsLastMonth: 0,
      projectGrowth: 0,
      contactsThisMonth: 0,
      contactsLastMonth: 0,
      contactGrowth: 0,
    },
    categories: [],
    recentActivity: { projects: [], contacts: [] },
  })
  const none = { count: 0, oldest: null }
  expect(await toDo()).toEqual({
    projects: 0,
    oldestProject: null,
    refunds: none,
    recallRefunds: { count: 0, amount: 0, oldest: null },
    payouts: none,
    help: { ...none, late: 0 },
    heldPayments: none,
    disputes: none,
    messages: none,
    complaints: { ...none, late: 0, nextDue: null, reviews: 0, questions: 0 },
    held: none,
    runs: none,
    failedJobs: 0,
    ledger: null,
    stranded: [],
    reconciled: null,
    missingIdentity: [],
    reminderDueSince: null,
  })
})

test('each figure is of now: projects, prices, messages, what was paid, and the growth of messages', async () => {
  const owner = await aMember(app)
  await aProject(owner, { title: 'First', price: 100, category: 'AI/ML' })
  const second = await aProject(owner, { title: 'Second', price: 200.5 })
  await aProject(owner, { title: 'Third', price: 300 })
  const gone = await aProject(owner, { title: 'Gone' })
  await owner.api.projects.remove({ params: { id: gone._id } })
  await owner.api.projects.ownerUpdate({ params: { id: second._id }, body: { isActive: false } })
  await write('Asha')
  await write('Ravi')
  await sql`update contact_messages set status = 'read' where name = 'Asha'`.execute(app.db)
  const now = await stats()
  expect(now.overview).toEqual({
    totalProjects: 3,
    activeProjects: 2,
    listedProjects: 0,
    totalContacts: 2,
    unreadContacts: 1,
    totalAdmins: 1,
  })
  expect(now.pricing).toEqual({ totalRevenue: 0, avgPrice: 200.17 })
  expect(now.growth).toEqual({
    projectsThisMonth: 0,
    projectsLastMonth: 0,
    projectGrowth: 0,
    contactsThisMonth: 2,
    contactsLastMonth: 0,
    contactGrowth: 100,
  })
  expect(now.categories).toEqual([
    { _id: 'Web Development', count: 2 },
    { _id: 'AI/ML', count: 1 },
  ])
  expect(now.recentActivity.projects.map(({ title }) => title)).toEqual(['Third', 'Second', 'First'])
  expect(now.recentActivity.contacts).toMatchObject([
    { name: 'Ravi', email: 'asha@example.in', subject: 'Other', status: 'unread' },
    { name: 'Asha', status: 'read' },
  ])
})

test('unread messages are to do, the oldest since it came; what somebody has read is not', async () => {
  const { messages } = await toDo()
  expect(messages.count).toBe(1)
  expect(messages.oldest).toBe((await stats()).recentActivity.contacts[0]!.createdAt)
  await sql`update contact_messages set status = 'read'`.execute(app.db)
  expect((await toDo()).messages).toEqual({ count: 0, oldest: null })
  expect((await stats()).overview.unreadContacts).toBe(0)
})

test('a project grows the month of its first approval alone: not while nobody approved it, nor when it is approved again', async () => {
  const before = await stats()
  const project = await aPublishedProject(app, { admin, price: 100 })
  const other = await aPublishedProject(app, { admin, price: 100 })
  const now = await stats()
  expect(now.growth).toMatchObject({ projectsThisMonth: 2, projectsLastMonth: 0 })
  expect(now.overview).toMatchObject({
    activeProjects: before.overview.activeProjects + 2,
    listedProjects: before.overview.listedProjects + 2,
  })
  await sql`update verifications set verified_at = date_trunc('month', now(), 'Asia/Kolkata') - interval '1 second' where project_id = ${project._id}`.execute(
    app.db,
  )
  await sql`update projects set created_at = now() - interval '90 days' where id in (${project._id}, ${other._id})`.execute(
    app.db,
  )
  const again = { verificationStatus: 'needs_changes' as const, verificationNotes: 'The README is missing.' }
  await admin.api.projects.update({ params: { id: project._id }, body: again })
  expect((await stats()).overview.listedProjects).toBe(before.overview.listedProjects + 1)
  await admin.api.projects.update({ params: { id: project._id }, body: { verificationStatus: 'approved' } })
  expect((await stats()).growth).toMatchObject({
    projectsThisMonth: 1,
    projectsLastMonth: 1,
    projectGrowth: 0,
  })
})

test('revenue is what buyers paid and did not get back', async () => {
  const sold = await aPublishedProject(app, { admin, price: 499 })
  const buyer = await aBuyer(app)
  const { gateway } = await checkoutBy(buyer, source({ id: sold._id }))
  expect((await stats()).pricing.totalRevenue).toBe(0)
  const { callback } = await app.api.sandbox.pay({
    params: { orderId: gateway!.orderId },
    body: { outcome: 'succeed' },
  })
  await buyer.api.orders.callback({ body: callback! })
  expect((await stats()).pricing.totalRevenue).toBe(499)
})

test('what waits is told as the queue has it: the project that waits longest, refunds, and jobs that were given up', async () => {
  const owner = await aMember(app)
  const { projects: before } = await toDo()
  const waiting = await aProject(owner, { title: 'Waits longest' })
  await aRelease(owner, waiting._id)
  const later = await aProject(owner, { title: 'Waits less' })
  await aRelease(owner, later._id)
  await aProject(owner, { title: 'Has no files yet' })
  await sql`update projects set created_at = now() - interval '90 days' where id = ${waiting._id}`.execute(
    app.db,
  )
  await sql`update releases set created_at = now() - interval '90 days' where project_id = ${waiting._id}`.execute(
    app.db,
  )
  await recordFailedJob(app.db, 'mail', randomUUID())
  const { projects, oldestProject, failedJobs } = await toDo()
  expect({ projects, failedJobs }).toEqual({ projects: before + 2, failedJobs: 1 })
  expect(projects).toBe((await admin.api.verification.queue()).queue.length)
  expect(oldestProject).toMatchObject({ _id: waiting._id, title: 'Waits longest' })
  expect(Date.now() - Date.parse(oldestProject!.waitingSince)).toBeGreaterThan(89 * 86_400_000)
})

test('a part of a name, title or email, or an order’s number, finds it; a sign of LIKE means itself', async () => {
  const owner = await aMember(app, { name: 'Kaveri Iyer' })
  const project = await aProject(owner, { title: 'Sales 100% Tracker' })
  await write('Kaveri Sharma', 'Partnership')
  expect(await found('KAVERI')).toEqual([
    { kind: 'member', _id: owner.id, label: 'Kaveri Iyer', detail: owner.email },
    { kind: 'contact', _id: expect.any(String), label: 'Kaveri Sharma', detail: 'Partnership' },
  ])
  expect(await found('100% tr')).toMatchObject([{ kind: 'project', _id: project._id }])
  expect(await found('100_ tr')).toEqual([])
  expect(await found('ka')).toEqual([])
  expect(await found('')).toEqual([])
  const { number, id } = await app.db.selectFrom('orders').select(['number', 'id']).executeTakeFirstOrThrow()
  for (const q of [number, number.toLowerCase(), String(Number(number.split('-')[2]))])
    expect(await found(q)).toContainEqual(expect.objectContaining({ kind: 'order', _id: id, label: number }))
})

test('staff find a report, a message and a refund request by the number that somebody gives them', async () => {
  const project = await aPublishedProject(app, { admin, price: 499 })
  const report = {
    kind: 'broken',
    text: 'It does not start',
    name: 'Asha',
    email: 'asha@example.in',
  } as const
  const { number } = await app.api.complaints.send({ params: { id: project._id }, body: report })
  expect(await found(number.toLowerCase())).toEqual([
    { kind: 'complaint', _id: expect.any(String), label: number, detail: project.title },
  ])
  const message = (await write('Meena')).number
  expect(await found(message)).toMatchObject([{ kind: 'contact', label: message }])
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source({ id: project._id }))
  const id = orders[0]!._id
  const body = { reason: 'It does not start at all' }
  const { refund } = await buyer.api.refundRequests.ask({ params: { id }, body })
  expect(await found(refund.request!.requestNumber)).toMatchObject([{ kind: 'order', _id: id }])
  expect(await found('RP-999999')).toEqual([])
})

test('members learn nothing of it', async () => {
  const { api } = await aMember(app)
  await expect(api.dashboard.stats()).rejects.toMatchObject({ status: 403 })
  await expect(api.dashboard.search({ query: { q: 'Kaveri' } })).rejects.toMatchObject({ status: 403 })
  await expect(app.api.dashboard.toDo()).rejects.toMatchObject({ status: 401 })
})

test('system info says when the shop was backed up last, and that it never was', async () => {
  const last = async () => (await admin.api.system.info()).systemInfo.lastBackup
  expect(await last()).toBeNull()
  const done = (madeAt: string, faults: string[]) => ({
    manifest: {
      madeAt,
      schema: { migrations: [], queue: null },
      tables: { 'public.orders': 40, 'public.members': 2 },
      ledger: { entries: 3, sha256: '' },
      objects: { count: 5, bytes: 6_000_000_000 },
    },
    faults,
  })
  await recordBackup(app.url, '/backups/new', done('2026-11-22T08:00:00.000Z', ['a file']))
  await recordBackup(app.url, '/backups/old', done('2026-11-21T08:00:00.000Z', []))
  expect(await last()).toEqual({
    madeAt: '2026-11-22T08:00:00.000Z',
    folder: '/backups/new',
    rows: 42,
    files: 5,
    bytes: 6_000_000_000,
    missing: 1,
  })
})

test('system info tells versions, sizes, jobs, mail and the last check of the ledger', async () => {
  const { systemInfo } = await admin.api.system.info()
  expect(systemInfo).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    nodeVersion: process.versions.node,
    databaseVersion: expect.stringMatching(/^\d+/),
    mode: 'demo',
    storage: { kind: 'disk' },
    jobs: { givenUpLastWeek: 1 },
    mail: { goesTo: 'terminal', sentLastDay: 0, blockedAddresses: 0 },
    ledger: null,
  })
  expect(systemInfo.databaseBytes).toBeGreaterThan(1_000_000)
  expect(systemInfo.storage.sourceBytes).toBeGreaterThan(0)
  await sql`insert into ledger_checks (id, checked_at, faults) values (1, now(), '{"unbalanced": ["a", "b"]}')`.execute(
    app.db,
  )
  expect((await admin.api.system.info()).systemInfo.ledger).toMatchObject({ faults: 2 })
  expect((await toDo()).ledger).toMatchObject({ faults: 2 })
})

test('beside the ledger stands how much of what was paid the payment service confirmed, and how fast', async () => {
  await sql`update payments set captured_at = captured_at - interval '31 days'`.execute(app.db)
  expect((await toDo()).reconciled).toBe(null)
  const project = await aPublishedProject(app, { price: 300 })
  const { _id: id } = await buyAndPay(app, await aBuyer(app), source({ id: project._id }))
  const paid = { share: 0, paid: 300, open: 1, oldestSeconds: expect.any(Number) }
  expect((await toDo()).reconciled).toMatchObject(paid)
  await sql`update payments set captured_at = now() - interval '2 minutes', asked_at = null where id = ${id}`.execute(
    app.db,
  )
  await reconcilePayments(app.dependencies)
  const { reconciled } = await toDo()
  expect(reconciled).toMatchObject({ share: 1, paid: 300, open: 0, oldestSeconds: null })
  expect(reconciled!.medianSeconds).toBeGreaterThanOrEqual(119)
  expect(reconciled!.slowestSeconds).toBeLessThan(600)
})
