import { randomUUID } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Item } from '#contract/orders/orders.ts'
import { openSession } from '#server/accounts/service.ts'
import { publish } from '#server/catalogue/publish-queries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Gateway } from '#server/platform/payments/gateway.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'

import type { TestApp } from './app.ts'

/** A signed-in member made directly in the database: quicker than signing up, for tests that need many. */
export async function aBuyer(
  app: Pick<TestApp, 'db' | 'parts' | 'as'>,
  { referredBy = null as string | null } = {},
) {
  const id = uuid()
  const email = `${id}@example.in`
  await app.db
    .insertInto('members')
    .values({ id, email, name: 'Asha Rao', referralCode: randomUUID(), referredBy })
    .execute()
  const { accessToken } = await openSession(app.parts, id)
  return { id, email, token: accessToken, api: app.as(accessToken) }
}
export type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** A published project with one approved release, written directly. Prices in paise. */
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
  await publish(db, id)
  return { id, releaseId, title, ownerId }
}

export const source = (project: { id: string }): Item => ({ projectId: project.id, kind: 'source' })
export const report = (project: { id: string }): Item => ({ projectId: project.id, kind: 'report' })

/** What a checkout sends, with a key of its own. */
export const cartOf = (...items: Item[]) => ({ items, state: 'Karnataka', idempotencyKey: randomUUID() })

/** A checkout by this buyer. */
export const checkoutBy = async (buyer: Buyer, ...items: Item[]) =>
  (await buyer.api.orders.checkout({ body: cartOf(...items) })).payment

/** A checkout that is paid at once through the sandbox; answers its payment as it was before. */
export async function boughtBy(app: Pick<TestApp, 'api'>, buyer: Pick<Buyer, 'api'>, ...items: Item[]) {
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(...items) })
  if (!payment.gateway) return payment
  const params = { orderId: payment.gateway.orderId }
  const { callback } = await app.api.sandbox.pay({ params, body: { outcome: 'succeed' } })
  await buyer.api.orders.callback({ body: callback! })
  return payment
}

/** A webhook that the sandbox gateway would have sent. */
export interface Posted {
  body: string
  headers: Record<string, string>
}

/** Gives an app a sandbox gateway whose webhooks are collected in a list instead of sent. */
export function keepWebhooks(app: TestApp) {
  const webhooks: Posted[] = []
  const { db, secret, config } = app.parts
  const deliver = async (body: string, headers: Record<string, string>) =>
    void webhooks.push({ body, headers })
  app.parts.gateway = sandboxGateway({ db, secret, publicUrl: config.publicUrl, deliver })
  return webhooks
}

/** Sends a webhook to the app and answers its status. */
export async function postWebhook({ app }: Pick<TestApp, 'app'>, { body, headers }: Posted) {
  const url = '/api/orders/payments/webhook'
  const reply = await app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return reply.statusCode
}

/** Replaces some of what the app's gateway does, for as long as the work takes. */
export async function withGateway<T>(
  app: TestApp,
  changes: Partial<Gateway>,
  work: () => Promise<T>,
): Promise<T> {
  const { gateway } = app.parts
  app.parts.gateway = { ...gateway, ...changes }
  return work().finally(() => (app.parts.gateway = gateway))
}

/** What the ledger's check answers when nothing is wrong. */
export const proven = {
  unbalanced: [],
  unposted: [],
  misposted: [],
  misreturned: [],
  mispaid: [],
  misheld: [],
}

/** What an account of the ledger has, in paise. */
export async function balanceOf(db: Database, account: string): Promise<number> {
  const entries = await db
    .selectFrom('ledgerEntries')
    .select('amountPaise')
    .where('account', '=', account)
    .execute()
  return entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
}
