import { randomUUID } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Item } from '#contract/orders/orders.ts'
import { openSession } from '#server/accounts/service.ts'
import { updatePublication } from '#server/catalogue/publish-queries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Gateway } from '#server/platform/payments/gateway.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'
import { saveApprovedEdition } from '#server/projects/status-queries.ts'

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
  await saveApprovedEdition(db, id)
  await updatePublication(db, id)
  return { id, releaseId, title, ownerId }
}

export const source = (project: { id: string }): Item => ({ projectId: project.id, kind: 'source' })
export const report = (project: { id: string }): Item => ({ projectId: project.id, kind: 'report' })

/** Limits that a coupon of the shop needs, in rupees; wide enough to make no difference. */
export const wideLimits = { maxDiscount: 10_000, budget: 1_000_000, maxUses: 1000 }

/** The body of a checkout, with a new idempotency key. */
export const cartOf = (...items: Item[]) => ({ items, state: 'Karnataka', idempotencyKey: randomUUID() })

/** Checks out as a buyer and returns the payment. */
export const checkoutBy = async (buyer: Buyer, ...items: Item[]) =>
  (await buyer.api.orders.checkout({ body: cartOf(...items) })).payment

/** Checks out and pays at once through the sandbox; returns the payment in its state before that. */
export async function buyAndPay(app: Pick<TestApp, 'api'>, buyer: Pick<Buyer, 'api'>, ...items: Item[]) {
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(...items) })
  if (!payment.gateway) return payment
  const params = { orderId: payment.gateway.orderId }
  const { callback } = await app.api.sandbox.pay({ params, body: { outcome: 'succeed' } })
  await buyer.api.orders.callback({ body: callback! })
  return payment
}

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
