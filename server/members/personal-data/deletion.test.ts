import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { ProblemError } from '#contract/kit/problem.ts'
import { type AuditKind, auditKinds } from '#contract/staff/audit.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, codeMailedTo, memberRow, releasesOf, deletionCode } from '../../../test/makers.ts'
import { aMarkedMember, tablesWith } from '../../../test/marked-member.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  checkoutBy,
  collectWebhooks,
  postWebhook,
  balancedLedger,
  source,
  payAtGateway,
  ordersBecome,
} from '../../../test/orders.ts'
import { docx, formOf as reportForm } from '../../../test/reports.ts'
import { aBuyerOf, aListing as aListingWithFiles, download, keysIn, upload } from '../../../test/uploads.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { kindsOfShop } from '../../staff/audit/texts.ts'
import { personalDataJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies, jobs, mails } = app
const webhooks = collectWebhooks(app)
beforeAll(() => dependencies.jobs.work(personalDataJobs(dependencies)))

/** Pays at the sandbox gateway and delivers its webhooks. */
async function pay(orderId: string) {
  await payAtGateway(app, orderId)
  for (const webhook of webhooks.splice(0)) await postWebhook(app, webhook)
}

type Someone = Pick<Awaited<ReturnType<typeof aMember>>, 'api' | 'email' | 'id'>

const remove = async (member: Someone, body: { code?: string; givenUp?: number } = {}) =>
  member.api.personalData.deleteAccount({
    body: { code: body.code ?? (await deletionCode(app, member)), ...body },
  })
const rowOf = ({ id }: { id: string }) => memberRow(db, id)
/** One thing of a member of each kind that the audit log knows, but for what belongs to the shop. */
async function thingsOf(memberId: string) {
  const { rows } = await sql<
    Record<Exclude<AuditKind, 'member' | 'dispute' | (typeof kindsOfShop)[number]>, string>
  >`
    select projects.id as project, orders.id as "order", payment_id as payment,
      (select id from releases where project_id = projects.id limit 1) as release,
      (select id from refund_requests where order_id = orders.id limit 1) as refund,
      (select id from payouts where member_id = ${memberId} limit 1) as payout,
      (select id from coupons where owner_id = ${memberId} limit 1) as coupon,
      (select id from contact_messages where member_id = ${memberId} limit 1) as contact,
      (select id from questions where asker_id = ${memberId} limit 1) as question,
      (select id from reviews where member_id = ${memberId} limit 1) as review,
      (select id from complaints where member_id = ${memberId} limit 1) as complaint
    from orders join projects on projects.id = project_id where orders.owner_id = ${memberId} limit 1`.execute(
    db,
  )
  const [things] = rows
  const dispute = randomUUID()
  const since = new Date()
  await db
    .insertInto('disputes')
    .values({
      id: dispute,
      gateway: 'sandbox',
      gatewayDisputeId: dispute,
      gatewayPaymentId: dispute,
      amountPaise: 100,
      reason: 'fraud',
      phase: 'chargeback',
      status: 'won',
      saidAt: since,
      openedAt: since,
      settledAt: since,
    })
    .execute()
  await db
    .insertInto('disputedOrders')
    .values({ disputeId: dispute, orderId: things!.order, outcome: 'released' })
    .execute()
  return { ...things!, member: memberId, dispute }
}

/** Records that staff wrote a note about each of some things. */
async function actOnEach(things: Awaited<ReturnType<typeof thingsOf>>, note: string) {
  const staff = await anAdmin(app)
  for (const [kind, id] of Object.entries(things) as [AuditKind, string][])
    await recordAudit(db, { staff, action: 'act', about: `${kind} ${id}`, after: { note } })
  const { length } = await db
    .selectFrom('staffActionTexts')
    .where('after', '@>', JSON.stringify({ note }))
    .select('actionId')
    .execute()
  expect(length).toBe(auditKinds.length - kindsOfShop.length)
}

/** Returns all rows of the database, except counters and requests for confirmation. */
const everything = async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('attempts', 'confirmations')`.execute(db)
  const found: Record<string, unknown> = {}
  for (const { name } of rows)
    found[name] = (await sql`select whole::text from ${sql.table(name)} whole order by 1`.execute(db)).rows
  return found
}

describe('a member with data in every table', () => {
  let member: Awaited<ReturnType<typeof aMarkedMember>>
  let marks: string[]
  const archives = async () => (await keysIn(dependencies.storage, 'archives/')).length
  const moneyOf = async () => ({
    payments: await db.selectFrom('payments').selectAll().where('memberId', '=', member.id).execute(),
    entries: await db.selectFrom('ledgerEntries').selectAll().execute(),
  })
  let before: {
    tables: string[]
    money: Awaited<ReturnType<typeof moneyOf>>
    bought: Buffer
    archives: number
  }
  let code: string
  beforeAll(async () => {
    member = await aMarkedMember(app)
    marks = [member.mark, member.phone, member.email]
    await member.api.personalData.askForExport()
    await jobs.run()
    const tables = await tablesWith(db, marks)
    await actOnEach(await thingsOf(member.id), `Said by ${member.mark}name`)
    await member.api.downloads.archive({ params: { id: member.unsold }, query: {} })
    const { rawPayload: bought } = await download(app, member.buyer.token, member.sold)
    before = { tables, money: await moneyOf(), bought, archives: await archives() }
    code = await deletionCode(app, member)
  })

  test('of a deletion of which any part fails nothing has happened', async () => {
    const all = await everything()
    const { enqueue } = dependencies.jobs
    dependencies.jobs.enqueue = () => Promise.reject(new Error('the power is gone'))
    await expect(remove(member, { code })).rejects.toMatchObject({ status: 500 })
    dependencies.jobs.enqueue = enqueue
    expect(await everything()).toEqual(all)
  })

  test('the same code works afterwards, and then no table and no stored file has a trace of the member', async () => {
    expect(before.tables).toEqual([
      'approved_editions',
      'checkout_records',
      'complaints',
      'contact_messages',
      'contact_replies',
      'editions',
      'finding_waivers',
      'help_messages',
      'help_requests',
      'help_texts',
      'invoices',
      'licences',
      'mail_bounces',
      'members',
      'one_time_codes',
      'payouts',
      'projects',
      'published_projects',
      'questions',
      'refund_requests',
      'run_answers',
      'run_pages',
      'run_records',
      'sample_highlights',
      'seats',
      'sessions',
      'sold_listings',
      'verifications',
      'vocabulary',
      'word_counts',
    ])
    const ids = [
      'sessions',
      'downloads',
      'wishlist_items',
      'data_exports',
      'confirmations',
      'left_behind',
    ] as const
    await remove(member, { code })
    await jobs.run()
    // The law has a seller keep invoices as they were issued; what buyers were promised is kept while their bank may ask
    // for it.
    expect(await tablesWith(db, marks), 'until they are decided').toEqual([
      'complaints',
      'invoices',
      'sold_listings',
    ])
    const { admin } = member
    for (const { _id: id } of (await admin.api.complaints.list({ query: {} })).complaints)
      await admin.api.complaints.decide({ params: { id }, body: { outcome: 'no_action', reasons: 'Fine' } })
    expect(await tablesWith(db, marks)).toEqual(['invoices', 'sold_listings'])
    for (const table of ids) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where member_id = ${member.id}`.execute(db)
      expect(rows, table).toEqual([])
    }
    expect(await db.selectFrom('follows').selectAll().where('followerId', '=', member.id).execute()).toEqual(
      [],
    )
    expect(await keysIn(dependencies.storage, 'exports/')).toEqual([])
    expect(await keysIn(dependencies.storage, 'help/')).toEqual([])
    expect(await keysIn(dependencies.storage, 'avatars/')).toEqual([])
    expect(await keysIn(dependencies.storage, 'images/')).toEqual([])
    expect(await rowOf(member)).toMatchObject({
      name: 'Former member',
      phone: '',
      profilePicture: null,
      isPublic: false,
    })
  })

  test('what stays: the money, the buyers’ files, and reviews as a former member’s', async () => {
    const after = await download(app, member.buyer.token, member.sold)
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload.equals(before.bought)).toBe(true)
    expect((await member.buyer.api.orders.mine({ query: {} })).orders).toMatchObject([
      { projectTitle: 'Sold project', status: 'completed', allowed: expect.arrayContaining(['download']) },
    ])
    const { reviews } = await app.api.reviews.list({ params: { id: member.bought } })
    expect(reviews).toMatchObject([{ name: 'Former member', rating: 5, text: 'Very good' }])
    expect(await moneyOf()).toEqual(before.money)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('projects are taken off the lists; those that nobody ordered are gone with their files', async () => {
    expect(await archives()).toBe(before.archives - 1)
    for (const id of [member.sold, member.unsold])
      await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
    const { match } = await app.api.projects.list({ query: { search: member.mark } })
    expect(match).toBe('popular')
    const left = await db.selectFrom('projects').select('id').where('ownerId', '=', member.id).execute()
    expect(left).toEqual([{ id: member.sold }])
  })
})

test('of what buyers have ordered only what was approved is kept: a release and a report that never were go', async () => {
  const { owner, id } = await aListingWithFiles(app)
  const buyer = await aBuyerOf(app, id)
  const files = { 'README.md': '# Second', 'secret.py': 'print(2)' }
  await upload(owner, id, files)
  await owner.api.downloads.archive({ params: { id }, query: {} })
  await owner.api.releases.addReport({ params: { id }, form: reportForm(docx(), 50) })
  const before = await download(app, buyer.token, id)
  const archives = (await keysIn(dependencies.storage, 'archives/')).length
  await remove(owner)
  await jobs.run()
  expect(await releasesOf(db, id)).toMatchObject([{ number: 1 }])
  expect(await db.selectFrom('reports').select('key').where('projectId', '=', id).execute()).toEqual([])
  expect(await keysIn(dependencies.storage, 'reports/')).toEqual([])
  expect((await keysIn(dependencies.storage, 'archives/')).length).toBe(archives - 1)
  const after = await download(app, buyer.token, id)
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
}, 60_000)

test('the member is signed out everywhere, the email is free at once, and the code signs in nobody', async () => {
  const member = await aMember(app)
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email: member.email } })
  const otp = codeMailedTo(app, member.email)
  await remove(member)
  await expect(member.api.accounts.profile()).rejects.toMatchObject({ status: 401 })
  await expect(
    app.api.accounts.refresh({ body: { refreshToken: member.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  expect((await app.api.accounts.checkEmail({ body: { email: member.email } })).exists).toBe(false)
  await expect(
    app.api.accounts.verifyOtp({ body: { email: member.email, sessionToken, otp } }),
  ).rejects.toMatchObject({ code: 'wrong_code' })
  const again = await aMember(app, { email: member.email })
  expect(again.id).not.toBe(member.id)
  expect((await again.api.orders.mine({ query: {} })).orders).toEqual([])
  expect(
    mails.filter(({ to, subject }) => to === member.email && subject === 'Your account is deleted'),
  ).toHaveLength(1)
})

test('a wrong code deletes nothing, a right one works once, ten times at once too', async () => {
  const member = await aMember(app)
  const code = await deletionCode(app, member)
  const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
  await expect(remove(member, { code: wrong })).rejects.toMatchObject({ code: 'wrong_code' })
  expect((await member.api.accounts.profile()).success).toBe(true)
  const told = mails.length
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => remove(member, { code }).catch(({ status }: ProblemError) => status)),
  )
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
  expect(mails.slice(told)).toHaveLength(1)
})

test("a stranger's code, and the code of a change of email, delete nothing", async () => {
  const [member, stranger] = [await aMember(app), await aMember(app)]
  const foreign = await deletionCode(app, stranger)
  await deletionCode(app, member)
  await expect(remove(member, { code: foreign })).rejects.toMatchObject({ code: 'wrong_code' })
  const other = await aMember(app)
  await other.api.emailChange.ask({ body: { email: `${randomUUID()}@example.in` } })
  const change = codeMailedTo(app, other.email)
  await expect(remove(other, { code: change })).rejects.toMatchObject({ code: 'expired' })
  expect((await rowOf(other)).deactivatedAt).toBeNull()
})

test('what we owe is said first, and given up only by who has read the amount', async () => {
  const [owner, buyer] = [await aMember(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 50_000)
  const payment = await checkoutBy(buyer, source(project))
  await pay(payment.gateway!.orderId)
  const owed = (await balanceOf(db, `member:${owner.id}`)) / 100
  expect(owed).toBe(400)
  expect((await owner.api.personalData.deletion()).deletion).toMatchObject({
    owed,
    projects: 1,
    orderedProjects: 1,
    blockers: [],
  })
  const code = await deletionCode(app, owner)
  for (const givenUp of [0, 399])
    await expect(remove(owner, { code, givenUp })).rejects.toMatchObject({
      code: 'conflict',
      message: 'We owe you ₹400. Be paid out first, or say that you give it up.',
    })
  await remove(owner, { code, givenUp: owed })
  expect(await balanceOf(db, `member:${owner.id}`)).toBe(40_000)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('an open refund and a payment on its way keep the account, for buyer and owner', async () => {
  const [owner, buyer] = [await aMember(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 50_000)
  const payment = await checkoutBy(buyer, source(project))
  expect((await buyer.api.personalData.deletion()).deletion.blockers).toEqual(['payment'])
  await expect(deletionCode(app, buyer)).rejects.toMatchObject({ code: 'conflict' })
  await pay(payment.gateway!.orderId)
  const code = await deletionCode(app, buyer)
  await ordersBecome(db, 'refund_requested', { memberId: buyer.id })
  for (const one of [owner, buyer])
    expect((await one.api.personalData.deletion()).deletion.blockers).toEqual(['refund'])
  await expect(remove(buyer, { code })).rejects.toMatchObject({
    code: 'conflict',
    message: 'A refund is still open. You can delete your account when it is decided.',
  })
  await ordersBecome(db, 'completed', { memberId: buyer.id })
  await remove(buyer, { code })
})

test('requests that run while the account is deleted bring nothing back', async () => {
  const member = await aMember(app)
  const code = await deletionCode(app, member)
  const mark = randomUUID()
  const create = () =>
    member.api.projects.create({
      body: { title: mark, description: mark, category: 'AI/ML' as const, price: 10 },
    })
  await Promise.allSettled([
    member.api.accounts.updateProfile({ body: { name: mark } }),
    create(),
    remove(member, { code }),
    member.api.accounts.updateProfile({ body: { college: mark, address: { street: mark } } }),
    create(),
    member.api.personalData.askForExport(),
    member.api.emailChange.ask({ body: { email: `${mark}@example.in` } }),
  ])
  await jobs.run()
  await jobs.run()
  expect((await rowOf(member)).name).toBe('Former member')
  expect(await tablesWith(db, [mark])).toEqual([])
  expect(await db.selectFrom('dataExports').selectAll().where('memberId', '=', member.id).execute()).toEqual(
    [],
  )
})
