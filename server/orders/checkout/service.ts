import { v7 as uuid } from 'uuid'

import type { Received } from '#contract/kit/endpoint.ts'
import { paiseOf } from '#contract/kit/money.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Item, orders } from '#contract/orders.ts'
import { refundPolicy } from '#contract/orders/refund-requests.ts'

import { rememberState } from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import type { Parts } from '../../parts.ts'
import { earningReferrer } from '../../referrals/service.ts'
import { itemKey } from '../item.ts'
import { cancelPayments, lockBuyer, openPaymentsWith, type PaymentRow } from '../queries.ts'
import { settlePaid } from '../reconcile/service.ts'
import { deliver } from '../settle/deliver.ts'
import { openAtGateway } from './gateway-order.ts'
import { insertOrders, insertPayment, itemsOf, joinKey, paymentByKey, takeNumbers } from './queries.ts'
import { requireDistinct, requireSellable, type Sellable } from './sellable.ts'

type Wanted = Received<typeof orders.checkout>['body']
type CheckoutParts = Pick<Parts, 'db' | 'gateway' | 'config' | 'jobs' | 'secret'>

/** How long a second checkout of the same things is answered with the first one's payment. */
const joinMinutes = 30
/** What one payment can be at most, in paise. A column holds little more. */
const maxPaise = 2_000_000_000

/**
 * Makes the payment for a cart at the server's prices, or finds the one that this checkout has made already, and opens
 * it at the gateway. Answers the payment's id. A retry after any failure continues the same payment.
 */
export async function checkout(parts: CheckoutParts, memberId: string, wanted: Wanted): Promise<string> {
  requireDistinct(wanted.items)
  await settleForgotten(parts, memberId, wanted)
  const paymentId = await parts.db.transaction().execute((trx) => register(parts, trx, memberId, wanted))
  await openAtGateway(parts, paymentId)
  return paymentId
}

/** Whoever paid, closed the page before we heard of it and now buys again must not pay again. */
async function settleForgotten(parts: CheckoutParts, memberId: string, { items, idempotencyKey }: Wanted) {
  if (await paymentByKey(parts.db, memberId, idempotencyKey)) return
  for (const open of await openPaymentsWith(parts.db, memberId, items)) {
    // A silent gateway is asked again by the reconciliation; it does not keep anybody from buying.
    await settlePaid(parts, open).catch(() => {})
  }
}

async function register(
  parts: CheckoutParts,
  trx: Connection,
  memberId: string,
  wanted: Wanted,
): Promise<string> {
  const { items, state = '', idempotencyKey, expectedTotal } = wanted
  await lockBuyer(trx, memberId)
  const known = await paymentByKey(trx, memberId, idempotencyKey)
  if (known) {
    if (known.state === state && isSameCart(known.items as Item[], items)) {
      requireShown(known.amountPaise, expectedTotal)
      return known.id
    }
    throw new ProblemError(
      'conflict',
      'This checkout was begun with another cart. Please start again from your cart.',
    )
  }
  const sellable = await requireSellable(trx, memberId, items)
  const total = sellable.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  requireShown(total, expectedTotal)
  requirePayable(parts, total)
  if (total > 0) await requireState(trx, memberId, state)
  const open = await openPaymentsWith(trx, memberId, items)
  for (const payment of open) {
    if (!(await isSameCheckout(parts, trx, payment, state, sellable))) continue
    await joinKey(trx, payment.id, idempotencyKey)
    return payment.id
  }
  await cancelPayments(
    trx,
    open.map(({ id }) => id),
    'buyer',
  )
  const payment = await insertPayment(trx, {
    id: uuid(),
    memberId,
    idempotencyKey,
    gateway: parts.gateway.name,
    amountPaise: total,
    state,
  })
  await insertOrders(trx, await ordersFor(trx, payment, sellable))
  if (total === 0) await deliver(parts, trx, payment, null)
  return payment.id
}

/** Nobody is charged another total (in paise) than the one they were shown (in rupees). */
function requireShown(total: number, shown: number | undefined) {
  if (shown === undefined || paiseOf(shown) === total) return
  throw new ProblemError(
    'price_changed',
    'A price has changed since this page was opened. Nothing was charged; please look at the new total.',
  )
}

function requirePayable({ gateway }: CheckoutParts, total: number) {
  if (total > 0 && total < gateway.minPaise) {
    throw new ProblemError('invalid_input', `The payment service takes ₹${gateway.minPaise / 100} or more`)
  }
  if (total > maxPaise) {
    throw new ProblemError(
      'invalid_input',
      'This is too much for one payment. Please buy fewer things at once.',
    )
  }
}

/** Tax rules ask for the State of who pays; it is in their profile from then on. */
async function requireState(trx: Connection, memberId: string, state: string) {
  if (state) return rememberState(trx, memberId, state)
  const message = 'Choose your State'
  throw new ProblemError('invalid_input', message, { errors: [message], fields: { state: message } })
}

async function isSameCheckout(
  { gateway }: CheckoutParts,
  trx: Connection,
  payment: PaymentRow,
  state: string,
  sellable: Sellable[],
) {
  const young = payment.createdAt.getTime() > Date.now() - joinMinutes * 60_000
  if (!young || payment.gateway !== gateway.name || payment.state !== state) return false
  const items = (await itemsOf(trx, payment.id)) as (Item & { amountPaise: number })[]
  if (!isSameCart(items, sellable)) return false
  const prices = new Map(items.map((item) => [itemKey(item), item.amountPaise]))
  return sellable.every((item) => prices.get(itemKey(item)) === item.amountPaise)
}

function isSameCart(one: Item[], other: Item[]): boolean {
  const keys = new Set(one.map(itemKey))
  return keys.size === other.length && other.every((item) => keys.has(itemKey(item)))
}

/** The orders with what is true now: title, price, owner, referrer and release stay as they are whatever changes later. */
async function ordersFor(trx: Connection, payment: PaymentRow, sellable: Sellable[]) {
  const referrerId = await earningReferrer(trx, payment.memberId)
  const rows = sellable.map((item) => ({
    id: uuid(),
    paymentId: payment.id,
    memberId: payment.memberId,
    referrerId,
    projectId: item.projectId,
    kind: item.kind,
    title: item.title,
    amountPaise: item.amountPaise,
    ownerId: item.ownerId,
    releaseId: item.releaseId,
    // What costs nothing promises no money back.
    ...(item.amountPaise > 0 && { refundDays: refundPolicy.days, refundPolicy: refundPolicy.text }),
  }))
  // Always in the order of the projects, so that two checkouts never wait for each other.
  const sorted = rows.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
  const numbers = await takeNumbers(trx, sorted.length)
  return sorted.map((row, index) => ({ ...row, number: numbers[index]! }))
}
