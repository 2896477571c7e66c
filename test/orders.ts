import { randomUUID } from 'node:crypto'

import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Item } from '#contract/orders/orders.ts'
import { openSession } from '#server/accounts/service.ts'
import { updatePublication } from '#server/catalogue/publish-queries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Gateway, GatewayPayment } from '#server/platform/payments/gateway.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'
import { recordEdition } from '#server/projects/editions/queries.ts'

import type { TestApp } from './app.ts'

/** Creates a signed-in member directly in the database, which is quicker than signing up. */
export async function aBuyer(
  app: Pick<TestApp, 'db' | 'dependencies' | 'as'>,
  { referredBy = null as string | null } = {},
) {
  const id = uuid()
  const email = `${id}@example.in`
  await app.db
    .insertInto('members')
    .values({ id, email, name: 'Asha Rao', referralCode: randomUUID(), referredBy })
    .execute()
  const { accessToken } = await openSession(app.dependencies, id)
  return { id, email, token: accessToken, api: app.as(accessToken) }
}
export type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** Creates a published project with one approved release directly in the database. Prices in paise. */
export async function aListing(
  db: Database,
  ownerId: string,
  pricePaise: number,
  { title = 'Library Desk', reportPricePaise = null as number | null } = {},
) {
  const id = uuid()
  const releaseId = uuid()
  await db
    .insertInto('projects')
    .values({
      id,
      ownerId,
      title,
      pricePaise,
      reportPricePaise,
      reportKey: reportPricePaise === null ? null : `reports/${id}`,
      reportName: reportPricePaise === null ? null : 'report.docx',
      description: 'Issues and returns books.',
      category: 'Web Development',
      difficulty: 'Beginner',
      repository: id,
      verificationStatus: 'approved',
    })
    .execute()
  await db
    .insertInto('releases')
    .values({
      id: releaseId,
      projectId: id,
      number: 1,
      status: 'approved',
      fileCount: 1,
      totalSize: 10,
      lines: 1,
      approvedAt: new Date(),
    })
    .execute()
  await db
    .insertInto('verifications')
    .values({ id: uuid(), projectId: id, status: 'approved', previousStatus: 'pending', verifiedBy: 'Test' })
    .execute()
  await db.updateTable('projects').set({ releaseId }).where('id', '=', id).execute()
  await recordEdition(db, id)
  await updatePublication(db, id)
  return { id, releaseId, title, ownerId }
}

export const source = (project: { id: string }): Item => ({ projectId: project.id, kind: 'source' })
export const report = (project: { id: string }): Item => ({ projectId: project.id, kind: 'report' })

/** Creates the code of a coupon that no other test uses. */
export const aCode = () => randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()

/** Limits that a coupon of the shop needs, in rupees; wide enough to make no difference. */
export const wideLimits = { maxDiscount: 10_000, budget: 1_000_000, maxUses: 1000 }

/** The body of a checkout, with a new idempotency key. */
export const cartOf = (...items: Item[]) => ({ items, state: 'Karnataka', idempotencyKey: randomUUID() })

/** Checks out as a buyer and returns the payment. */
export const checkoutBy = async (buyer: Buyer, ...items: Item[]) =>
  (await buyer.api.orders.checkout({ body: cartOf(...items) })).payment

/** Pays through the sandbox and returns the callback of the browser, which is not sent. */
export const payAtGateway = async ({ api }: Pick<TestApp, 'api'>, orderId: string) =>
  (await api.sandbox.pay({ params: { orderId }, body: { outcome: 'succeed' } })).callback!

/** Pays a checkout through the sandbox, unless it is free, and returns to the shop. */
export async function pay(
  app: Pick<TestApp, 'api'>,
  buyer: Pick<Buyer, 'api'>,
  { gateway }: { gateway: { orderId: string } | null },
) {
  if (gateway) await buyer.api.orders.callback({ body: await payAtGateway(app, gateway.orderId) })
}

/** Checks out and pays at once through the sandbox; returns the payment in its state before that. */
export async function buyAndPay(app: Pick<TestApp, 'api'>, buyer: Pick<Buyer, 'api'>, ...items: Item[]) {
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(...items) })
  await pay(app, buyer, payment)
  return payment
}

type Offered = [pricePaise?: number, options?: Parameters<typeof anOffer>[2]]
type Shop = Pick<TestApp, 'db' | 'dependencies' | 'api' | 'as'>

/** Creates a listing, its seller and a member who may buy it. Prices in paise. */
export async function anOffer(
  app: Pick<Shop, 'db' | 'dependencies' | 'as'>,
  pricePaise = 49_900,
  { reportPricePaise = null as number | null, referredBy = null as string | null } = {},
) {
  const seller = await aBuyer(app)
  const buyer = await aBuyer(app, { referredBy })
  return { seller, buyer, project: await aListing(app.db, seller.id, pricePaise, { reportPricePaise }) }
}

/** Creates an offer whose source was checked out and is not paid. */
export async function aCheckout(app: Shop, ...offered: Offered) {
  const offer = await anOffer(app, ...offered)
  const payment = await checkoutBy(offer.buyer, source(offer.project))
  return { ...offer, payment, orderId: payment.gateway!.orderId }
}

/** Creates an offer whose source was bought and paid. */
export async function aSale(app: Shop, ...offered: Offered) {
  const offer = await anOffer(app, ...offered)
  const payment = await buyAndPay(app, offer.buyer, source(offer.project))
  return { ...offer, payment, of: { params: { id: payment.orders[0]!._id } } }
}

/** What the gateway says about a captured payment of an order of ₹2,000. */
export const captured = (orderId: string, changes: Partial<GatewayPayment> = {}): GatewayPayment => ({
  paymentId: `pay_${randomUUID()}`,
  gatewayOrderId: orderId,
  amountPaise: 200_000,
  currency: 'INR',
  status: 'captured',
  ...changes,
})

type OrderRow = Partial<Pick<Selectable<DB['orders']>, 'id' | 'paymentId' | 'memberId' | 'projectId'>>

/** The orders with these values as they are stored, by their numbers. */
export const ordersOf = (db: Database, row: OrderRow) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.and(row))
    .orderBy('number')
    .execute()

/** Puts orders into a status, without what leads to it. */
export const ordersBecome = (db: Database, status: string, row: OrderRow) =>
  db
    .updateTable('orders')
    .set({ status })
    .where((eb) => eb.and(row))
    .execute()

/** Ends a checkout unpaid, with its orders, as the gateway or the days that passed do. */
export async function checkoutEnds(db: Database, status: 'failed' | 'cancelled', paymentId: string) {
  await db.updateTable('payments').set({ status }).where('id', '=', paymentId).execute()
  await ordersBecome(db, status, { paymentId })
}

/** Moves an order, all orders of a payment or all sales of an owner to some days ago. */
export const soldDaysAgo = (db: Database, id: string, days: number) =>
  db
    .updateTable('orders')
    .set({ completedAt: sql<Date>`now() - ${days} * interval '1 day'` })
    .where((eb) => eb.or([eb('id', '=', id), eb('paymentId', '=', id), eb('ownerId', '=', id)]))
    .execute()

/** Moves the beginning of a payment to some minutes ago, and forgets that the gateway was asked about it. */
export const beganMinutesAgo = (db: Database, paymentId: string, minutes: number) =>
  db
    .updateTable('payments')
    .set({ createdAt: sql<Date>`now() - ${minutes} * interval '1 minute'`, askedAt: null })
    .where('id', '=', paymentId)
    .execute()

/** Ends the pauses of open payments and due refunds, so that jobs ask the gateway about them: two minutes pass. */
export async function pausesPass(db: Database) {
  await db
    .updateTable('payments')
    .set({
      createdAt: sql<Date>`created_at - interval '2 minutes'`,
      gatewayClaimedUntil: sql<Date>`gateway_claimed_until - interval '2 minutes'`,
      askedAt: null,
    })
    .where('status', '<>', 'captured')
    .execute()
  await db
    .updateTable('refunds')
    .set({ nextAskAt: sql<Date>`now()` })
    .where('status', '<>', 'returned')
    .execute()
}

/** Changes the price of a project, as its owner does. The price is in rupees. */
export const changePrice = ({ api }: Pick<Buyer, 'api'>, projectId: string, price: number) =>
  api.projects.ownerUpdate({ params: { id: projectId }, body: { price } })

/** Takes a project off the lists, as its owner does. */
export const unlist = ({ api }: Pick<Buyer, 'api'>, projectId: string) =>
  api.projects.ownerUpdate({ params: { id: projectId }, body: { isActive: false } })

/** The number of sales that a listing shows. */
export const salesOf = async ({ api }: Pick<TestApp, 'api'>, projectId: string) =>
  (await api.projects.get({ params: { id: projectId } })).project.salesCount

/** A payment as its gateway knows it, with its amount in paise. */
export const atGateway = async (db: Database, paymentId: string) => {
  const { gatewayOrderId, gatewayPaymentId, amountPaise } = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { gatewayOrderId: gatewayOrderId!, gatewayPaymentId: gatewayPaymentId!, amountPaise }
}

/** The refunds of a payment, the oldest first. */
export const refundsOf = (db: Database, paymentId: string) =>
  db
    .selectFrom('refunds')
    .select(['cause', 'status', 'amountPaise'])
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .execute()

/** What the gateway returned of a payment of its own, whoever asked for it, in paise. */
export const returnedAtGateway = async ({ dependencies }: Pick<TestApp, 'dependencies'>, paymentId: string) =>
  (await dependencies.gateway.refundsOf(paymentId)).map(({ amountPaise }) => amountPaise)

/** The payments of a member, the oldest first. */
export const paymentsOf = (db: Database, memberId: string) =>
  db.selectFrom('payments').selectAll().where('memberId', '=', memberId).orderBy('createdAt').execute()

/** The payment as its buyer sees it now. */
export const paymentOf = async ({ api }: Pick<Buyer, 'api'>, id: string) =>
  (await api.orders.payment({ params: { id } })).payment

/** A webhook of the sandbox gateway that has not been sent. */
export interface SignedWebhook {
  body: string
  headers: Record<string, string>
}

/** Gives an app a sandbox gateway that collects its webhooks in a list instead of sending them. */
export function collectWebhooks(app: TestApp) {
  const webhooks: SignedWebhook[] = []
  const { db, secret, config } = app.dependencies
  const deliver = async (body: string, headers: Record<string, string>) =>
    void webhooks.push({ body, headers })
  app.dependencies.gateway = sandboxGateway({ db, secret, publicUrl: config.publicUrl, deliver })
  return webhooks
}

/** Sends a webhook to the app and returns the status of the answer. */
export async function postWebhook({ app }: Pick<TestApp, 'app'>, { body, headers }: SignedWebhook) {
  const url = '/api/orders/payments/webhook'
  const reply = await app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return reply.statusCode
}

/** Replaces methods of the app's gateway while some work runs. */
export async function withGateway<T>(
  app: TestApp,
  changes: Partial<Gateway>,
  work: () => Promise<T>,
): Promise<T> {
  const { gateway } = app.dependencies
  app.dependencies.gateway = { ...gateway, ...changes }
  return work().finally(() => (app.dependencies.gateway = gateway))
}

/** The result of the ledger check when nothing is wrong. */
export const balancedLedger = {
  unbalanced: [],
  unposted: [],
  misposted: [],
  misreturned: [],
  mispaid: [],
  misheld: [],
  overspent: [],
  unfunded: [],
  overreturned: [],
}

/** The balance of an account of the ledger, in paise. */
export async function balanceOf(db: Database, account: string): Promise<number> {
  const entries = await db
    .selectFrom('ledgerEntries')
    .select('amountPaise')
    .where('account', '=', account)
    .execute()
  return entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
}
