import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { ledgerFaults } from '#server/money/ledger/service.ts'
import { lockBuyer } from '#server/orders/lookup-queries.ts'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import {
  aMember,
  anAddress,
  anAdmin,
  apiFrom,
  aProject,
  aPublishedProject,
  codeMailedTo,
  mailsTo,
  isListed,
  deleteAccount,
} from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  cartOf,
  collectWebhooks,
  balancedLedger,
  source,
  ordersOf,
} from '../../../test/orders.ts'

const app = await startApp()
const { db } = app
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  collectWebhooks(app)
  admin = await anAdmin(app)
})
const of = ({ id }: { id: string }) => ({ params: { id } })
const deactivate = (member: { id: string }, reason = 'Sold work of others') =>
  admin.api.staffMembers.deactivate({ ...of(member), body: { reason } })
const reactivate = (member: { id: string }) => admin.api.staffMembers.reactivate(of(member))
const auditOf = async ({ id }: { id: string }) =>
  (await admin.api.audit.list({ query: { about: id } })).entries.map(({ action, before, after }) => ({
    action,
    before,
    after,
  }))
const rowOf = (id: string) =>
  db
    .selectFrom('projects')
    .select(['isActive', 'verificationStatus', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('staff find a member by a part of the name, of the email, or by the id, and nobody else may look', async () => {
  const member = await aMember(app, { name: 'Zubaida Qureshi', college: 'NIT Surat' })
  const found = async (search: string) =>
    (await admin.api.staffMembers.list({ query: { search } })).members.map(({ _id }) => _id)
  expect(await found('baida q')).toEqual([member.id])
  expect(await found(member.email.slice(3, 20).toUpperCase())).toEqual([member.id])
  expect(await found(member.id)).toEqual([member.id])
  expect(await found('100%')).toEqual([])
  expect(await found('zu')).toEqual([])
  await expect(member.api.staffMembers.list({ query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(app.api.staffMembers.get(of(member))).rejects.toMatchObject({ status: 401 })
  await expect(admin.api.staffMembers.get({ params: { id: unknownId } })).rejects.toMatchObject({
    status: 404,
  })
})

test('the list is filtered by agents and by who is deactivated, and is read page by page', async () => {
  const members = []
  for (const name of ['Filterone Rao', 'Filtertwo Rao', 'Filterthree Rao'])
    members.push(await aMember(app, { name }))
  const [first, second, third] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]]
  await admin.api.staffMembers.setAgent({ ...of(first), body: { isAgent: true } })
  await deactivate(second)
  const named = async (query: object) =>
    (await admin.api.staffMembers.list({ query: { search: 'filter', ...query } })).members.map(
      ({ _id }) => _id,
    )
  expect(await named({})).toEqual([third.id, second.id, first.id])
  expect(await named({ agents: 'yes' })).toEqual([first.id])
  expect(await named({ standing: 'deactivated' })).toEqual([second.id])
  expect(await named({ standing: 'active' })).toEqual([third.id, first.id])
  expect(await named({ limit: 2, page: 2 })).toEqual([first.id])
  expect(await named({ standing: 'deleted' })).toEqual([])
})

test('a detail has what staff need: profile, projects, orders, sales, money, referrals, sessions', async () => {
  const owner = await aMember(app, { name: 'Farah Khan', college: 'NIT Surat' })
  const { _id: id } = await aPublishedProject(app, { owner, admin, title: 'Bus passes', price: 100 })
  const friend = await aMember(app, { name: 'Ravi Das', referralCode: owner.user.referralCode })
  await buyAndPay(app, friend, source({ id }))
  // Nobody earns commission on their own project.
  const other = await aPublishedProject(app, {
    owner: await aMember(app),
    admin,
    title: 'Mess menu',
    price: 100,
  })
  await buyAndPay(app, friend, source({ id: other._id }))
  const seller = (await admin.api.staffMembers.get(of(owner))).member
  expect(seller).toMatchObject({
    name: 'Farah Khan',
    email: owner.email,
    college: 'NIT Surat',
    standing: 'active',
    sessions: 1,
    projects: 1,
    orders: 0,
    sales: 1,
    money: { payable: 0, held: 90, paid: 0 },
    referrals: { count: 1, commission: 10, recent: [{ _id: friend.id, name: 'Ravi Das' }] },
    recentProjects: [{ _id: id, title: 'Bus passes', price: 100, status: 'approved', isListed: true }],
    actions: [],
  })
  const buyer = (await admin.api.staffMembers.get(of(friend))).member
  expect(buyer).toMatchObject({
    orders: 2,
    sales: 0,
    referredBy: { _id: owner.id, name: 'Farah Khan' },
    recentOrders: [
      { title: 'Mess menu', amount: 100, status: 'completed' },
      { title: 'Bus passes', amount: 100, status: 'completed' },
    ],
  })
})

test('who is made an agent is one at once, and it is written down with before and after, once', async () => {
  const member = await aMember(app)
  const set = (isAgent: boolean) => admin.api.staffMembers.setAgent({ ...of(member), body: { isAgent } })
  expect((await set(true)).member.isAgent).toBe(true)
  expect((await member.api.accounts.profile()).user.isAgent).toBe(true)
  await set(false)
  expect(await auditOf(member)).toEqual([
    { action: 'end agent', before: { isAgent: true }, after: { isAgent: false } },
    { action: 'make agent', before: { isAgent: false }, after: { isAgent: true } },
  ])
})

test('who is deactivated is signed out everywhere at once, cannot sign in, and is mailed the reason', async () => {
  const member = await aMember(app)
  const { member: after } = await deactivate(member, 'Sold work of others')
  expect(after).toMatchObject({
    standing: 'deactivated',
    sessions: 0,
    deactivation: { reason: 'Sold work of others' },
    actions: [{ action: 'deactivate member' }],
  })
  await expect(member.api.accounts.profile()).rejects.toMatchObject({ status: 401 })
  const { refreshToken } = member
  await expect(app.api.accounts.refresh({ body: { refreshToken } })).rejects.toMatchObject({ status: 401 })
  expect(mailsTo(app, member.email).at(-1)?.text).toContain('Sold work of others')
  await expect(signIn(member.email)).rejects.toMatchObject({
    status: 403,
    message: 'This account has been deactivated. Please contact us.',
  })

  const { member: again } = await reactivate(member)
  expect(again).toMatchObject({ standing: 'active', deactivation: null })
  await expect(member.api.accounts.profile(), 'old sessions stay ended').rejects.toMatchObject({
    status: 401,
  })
  await expect(signIn(member.email)).resolves.toMatchObject({ user: { _id: member.id } })
  expect(await auditOf(member)).toEqual([
    {
      action: 'reactivate member',
      before: { standing: 'deactivated', reason: 'Sold work of others' },
      after: { standing: 'active' },
    },
    {
      action: 'deactivate member',
      before: { standing: 'active' },
      after: { standing: 'deactivated', reason: 'Sold work of others' },
    },
  ])
})

test('listings of a deactivated owner leave the public lists at once and come back as they were, whatever else is decided meanwhile', async () => {
  const owner = await aMember(app, { name: 'Meera Nair' })
  const { _id: listed } = await aPublishedProject(app, { owner, admin, title: 'Quokka ledger' })
  const { _id: off } = await aPublishedProject(app, { owner, admin, title: 'Switched off' })
  await owner.api.projects.ownerUpdate({ params: { id: off }, body: { isActive: false } })
  const { _id: pending } = await aProject(owner, { title: 'Still pending' })
  const before = await Promise.all([listed, off, pending].map(rowOf))
  expect(await isListed(app, listed)).toBe(true)

  await deactivate(owner)
  expect(await isListed(app, listed)).toBe(false)
  await expect(app.api.projects.get({ params: { id: listed } })).rejects.toMatchObject({ status: 404 })
  const { projects: found } = await app.api.projects.list({ query: { search: 'quokka' } })
  expect(found.map(({ _id }) => _id)).not.toContain(listed)
  expect((await app.app.inject('/sitemaps/projects-1.xml')).body).not.toContain(listed)
  const buyer = await aBuyer(app)
  await expect(buyer.api.orders.checkout({ body: cartOf(source({ id: listed })) })).rejects.toMatchObject({
    code: 'not_for_sale',
  })
  expect(await Promise.all([listed, off, pending].map(rowOf))).toEqual(before)
  // Bulk changes by staff do not list it either.
  await admin.api.staffProjects.bulkUpdate({ body: { projectIds: [listed, off], action: 'activate' } })
  expect([await isListed(app, listed), await isListed(app, off)]).toEqual([false, false])
  await admin.api.staffProjects.bulkUpdate({ body: { projectIds: [off], action: 'deactivate' } })

  await reactivate(owner)
  expect([await isListed(app, listed), await isListed(app, off), await isListed(app, pending)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await Promise.all([listed, off, pending].map(rowOf))).toEqual(before)
})

test('what was bought of a deactivated owner stays the buyer’s, and the ledger stays right', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aPublishedProject(app, { owner, admin, price: 50 })
  const buyer = await aBuyer(app)
  await buyAndPay(app, buyer, source({ id }))
  await deactivate(owner)
  expect((await buyer.api.downloads.archive({ params: { id }, query: {} })).size).toBeGreaterThan(0)
  expect((await buyer.api.orders.owned()).items).toEqual([source({ id })])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('a checkout beside the deactivation of its buyer either comes first or makes nothing', async () => {
  const owner = await aMember(app)
  const free = await aListing(db, owner.id, 0)
  for (let round = 0; round < 8; round++) {
    const buyer = await aBuyer(app)
    const [isBought, answeredAt] = await Promise.all([
      buyer.api.orders.checkout({ body: cartOf(source(free)) }).then(
        () => true,
        () => false,
      ),
      deactivate(buyer).then(() => Date.now()),
    ])
    const [order] = await ordersOf(db, { memberId: buyer.id })
    // Its time is the start of the checkout, which may be after the start of the deactivation that waited for it.
    if (order) expect(order.createdAt.getTime()).toBeLessThanOrEqual(answeredAt)
    // A buyer who is deactivated while the answer is written may read 401 for a checkout that counts.
    if (isBought) expect(order).toBeDefined()
  }
})

test('a checkout whose buyer is deactivated while it waits makes nothing, also of what is free', async () => {
  const free = await aListing(db, (await aMember(app)).id, 0)
  const buyer = await aBuyer(app)
  const waiting = await db.transaction().execute(async (trx) => {
    await lockBuyer(trx, buyer.id)
    // Settled later: nothing inside the transaction may wait for the checkout, which waits for the transaction.
    const checkout = Promise.allSettled([buyer.api.orders.checkout({ body: cartOf(source(free)) })])
    await expect.poll(() => waitingForAdvisoryLocks(), { timeout: 10_000 }).toBe(1)
    await trx.updateTable('members').set({ deactivatedAt: new Date() }).where('id', '=', buyer.id).execute()
    return { checkout }
  })
  expect(await waiting.checkout).toMatchObject([{ status: 'rejected', reason: { status: 401 } }])
  expect(await ordersOf(db, { memberId: buyer.id })).toEqual([])
})

test('sales beside the deactivation of the owner leave nothing of theirs listed', async () => {
  const owner = await aMember(app)
  const listings: { id: string }[] = []
  for (let at = 0; at < 4; at++) listings.push(await aListing(db, owner.id, 0, { title: `Race ${at}` }))
  const buyers = await Promise.all(Array.from({ length: 6 }, () => aBuyer(app)))
  await Promise.allSettled([
    ...buyers.map((buyer, at) => buyer.api.orders.checkout({ body: cartOf(source(listings[at % 4]!)) })),
    deactivate(owner),
    ...listings.map(({ id }) => admin.api.projects.update({ params: { id }, body: { isFeatured: true } })),
  ])
  const published = await db
    .selectFrom('publishedProjects')
    .select('projectId')
    .where(
      'projectId',
      'in',
      listings.map(({ id }) => id),
    )
    .execute()
  expect(published).toEqual([])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('refreshes beside a deactivation leave no session that works, and of two deactivations one is written down', async () => {
  const member = await aMember(app)
  const { refreshToken } = member
  const [, , ...refreshed] = await Promise.allSettled([
    deactivate(member),
    deactivate(member),
    ...Array.from({ length: 6 }, () => app.api.accounts.refresh({ body: { refreshToken } })),
    signIn(member.email),
  ])
  for (const one of refreshed) {
    if (one.status === 'rejected') continue
    const { accessToken } = one.value.tokens
    await expect(app.as(accessToken).accounts.profile()).rejects.toMatchObject({ status: 401 })
  }
  expect((await auditOf(member)).map(({ action }) => action)).toEqual(['deactivate member'])
})

test('a deleted account is not reactivated, and shows no email', async () => {
  const member = await aMember(app, { name: 'Gone Soon' })
  await deleteAccount(app, member)
  await expect(reactivate(member)).rejects.toMatchObject({ status: 409 })
  const { member: gone } = await admin.api.staffMembers.get(of(member))
  expect(gone).toMatchObject({ standing: 'deleted', name: 'Former member', email: '', deactivation: null })
  const { members } = await admin.api.staffMembers.list({ query: { standing: 'deleted' } })
  expect(members.map(({ _id }) => _id)).toEqual([member.id])
})

async function waitingForAdvisoryLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]!.count
}

/** Requests a code and enters it, each time from a new network. */
async function signIn(email: string) {
  const { accounts } = apiFrom(app, anAddress())
  const { sessionToken } = await accounts.sendOtp({ body: { email } })
  return accounts.verifyOtp({ body: { email, otp: codeMailedTo(app, email), sessionToken } })
}
