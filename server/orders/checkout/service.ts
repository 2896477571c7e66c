import { v7 as uuid } from 'uuid'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { Item, orders } from '#contract/orders/orders.ts'
import { checkoutTerms, refundPolicyOf } from '#contract/orders/terms.ts'

import { saveState } from '../../accounts/service.ts'
import { requireActive } from '../../accounts/status.ts'
import type { Dependencies } from '../../dependencies.ts'
import { earningReferrer } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { leaveSlot } from '../../platform/overload/request-scope.ts'
import { readSettings } from '../../staff/settings/service.ts'
import type { CouponRow } from '../coupons/queries.ts'
import { claimCoupon, couponForCode, requireApplicable } from '../coupons/use.ts'
import { lockBuyer } from '../lookup-queries.ts'
import {
  cancelPayments,
  isOnItsWay,
  openPaymentsWith,
  paymentById,
  type PaymentRow,
} from '../payment-queries.ts'
import { isBoughtAtDiscount, priceCart, type Priced, sum } from '../price.ts'
import { deliver } from '../settle/deliver.ts'
import { settlePaid } from '../settle/service.ts'
import { storeListings } from '../sold-listings/service.ts'
import { createGatewayOrder } from './gateway-order.ts'
import { countCheckout, requireFewOpen } from './limits.ts'
import {
  insertOrders,
  insertPayment,
  addIdempotencyKey,
  itemsOf,
  recordAcceptance,
  paymentByKey,
  allocateOrderNumbers,
} from './queries.ts'
import {
  isSameCheckout,
  requireDistinct,
  requireSameCheckout,
  requireSellable,
  type Sellable,
} from './sellable.ts'

type Wanted = Received<typeof orders.checkout>['body']
/** The largest payment in paise. The column holds little more. */
const maxPaise = 2_000_000_000

/**
 * Creates the payment for a cart at the server's prices, or finds the one that this checkout has already created, and
 * creates its order at the gateway. Returns the payment's id. A retry after any failure continues the same payment.
 */
export async function checkout(
  dependencies: Dependencies,
  memberId: string,
  wanted: Wanted,
  address: string,
): Promise<string> {
  requireDistinct(wanted.items)
  if (!(await paymentByKey(dependencies.db, memberId, wanted.idempotencyKey))) {
    await countCheckout(dependencies.db, memberId)
    await paymentOnItsWay(dependencies, memberId, wanted.items)
  }
  const coupon = wanted.coupon ? await couponForCode(dependencies.db, memberId, wanted.coupon) : undefined
  const paymentId = await dependencies.db
    .transaction()
    .execute((trx) => register(dependencies, trx, memberId, wanted, coupon))
  await recordAcceptance(dependencies.db, { paymentId, terms: checkoutTerms, address })
  await createGatewayOrder(dependencies, paymentId)
  return paymentId
}

/**
 * Asks the gateway about a member's open payments for some of these items and settles them, so that nobody pays again
 * after closing the page too early. Returns the id of the one whose money has come or is on its way.
 */
export async function paymentOnItsWay(
  dependencies: Dependencies,
  memberId: string,
  items: Item[],
): Promise<string | null> {
  const open = await openPaymentsWith(dependencies.db, memberId, items)
  if (open.length === 0) return null
  // A gateway may be slow: others need not wait for it.
  leaveSlot()
  // The reconciliation asks an unreachable gateway again; the purchase goes on.
  await Promise.all(open.map((payment) => settlePaid(dependencies, payment).catch(() => {})))
  const settled = await Promise.all(open.map(({ id }) => paymentById(dependencies.db, id)))
  const found = settled.find((one) => ['captured', 'held'].includes(one.status) || isOnItsWay(one))
  return found?.id ?? null
}

async function register(
  dependencies: Dependencies,
  trx: Connection,
  memberId: string,
  wanted: Wanted,
  coupon: CouponRow | undefined,
): Promise<string> {
  const { items, state = '', idempotencyKey, expectedTotal } = wanted
  const couponId = coupon?.id ?? null
  await lockBuyer(trx, memberId)
  await requireActive(trx, memberId)
  const known = await paymentByKey(trx, memberId, idempotencyKey)
  if (known) {
    requireSameCheckout(known, { items, state, couponId })
    requireShown(known.amountPaise, expectedTotal)
    return known.id
  }
  const sellable = await requireSellable(trx, memberId, items)
  if (coupon) requireApplicable(coupon, sellable)
  const priced = priceCart(sellable, coupon ?? null, dependencies.gateway.minPaise)
  const total = sum(priced.map(({ amountPaise }) => amountPaise))
  requireShown(total, expectedTotal)
  requirePayable(dependencies, total)
  if (total > 0) await requireState(trx, memberId, state)
  const listings = await storeListings(
    trx,
    items.map(({ projectId }) => projectId),
  )
  const purchase = { items: priced, listings, couponId, state, gateway: dependencies.gateway }
  const open = await openPaymentsWith(trx, memberId, items)
  // Nobody pays twice for what is being paid: the answer is that payment.
  const underWay = open.find(isOnItsWay)
  if (underWay) {
    const keysOf = (wanted: Item[]) => wanted.map(({ projectId, kind }) => `${projectId} ${kind}`).toSorted()
    const paid = (await itemsOf(trx, underWay.id)) as Item[]
    if (keysOf(paid).join() !== keysOf(items).join())
      throw new ProblemError(
        'conflict',
        'A payment for some of this is on its way. Take that out of your cart, or wait until it has arrived.',
      )
    await addIdempotencyKey(trx, underWay.id, idempotencyKey)
    return underWay.id
  }
  for (const payment of open) {
    if (!(await isSameCheckout(trx, payment, purchase))) continue
    await addIdempotencyKey(trx, payment.id, idempotencyKey)
    return payment.id
  }
  await cancelPayments(
    trx,
    open.map(({ id }) => id),
    'buyer',
  )
  await requireFewOpen(trx, memberId)
  if (coupon) {
    const discountPaise = sum(priced.map((item) => item.discountPaise))
    await claimCoupon(trx, coupon.id, { memberId, discountPaise })
  }
  const payment = await insertPayment(trx, {
    id: uuid(),
    memberId,
    idempotencyKey,
    gateway: dependencies.gateway.name,
    gatewayKey: dependencies.gateway.keyId,
    amountPaise: total,
    couponId,
    state,
  })
  await insertOrders(trx, await ordersFor(trx, payment, priced, listings))
  if (total === 0) await deliver(dependencies, trx, payment)
  return payment.id
}

/** Throws price_changed when the total (in paise) differs from the one that the buyer was shown (in rupees). */
function requireShown(total: number, shown: number | undefined) {
  if (shown === undefined || paiseOf(shown) === total) return
  throw new ProblemError(
    'price_changed',
    'A price has changed since this page was opened. Nothing was charged; please look at the new total.',
  )
}

function requirePayable({ gateway }: Dependencies, total: number) {
  if (total > 0 && total < gateway.minPaise) {
    throw new ProblemError(
      'invalid_input',
      `The payment service takes ${inRupees(rupeesOf(gateway.minPaise))} or more`,
    )
  }
  if (total > maxPaise) {
    throw new ProblemError(
      'invalid_input',
      'This is too much for one payment. Please buy fewer items at once.',
    )
  }
}

/**
 * Saves the buyer's State, which invoices and receipts name, in their profile. Throws invalid_input when it is missing.
 */
async function requireState(trx: Connection, memberId: string, state: string) {
  if (state) return saveState(trx, memberId, state)
  throw fieldProblem('state', 'Choose your State')
}

/**
 * The rows of a payment's orders. They store the present title, listing, price, owner, referrer, release, fee and
 * refund days, so that later changes do not affect them.
 */
async function ordersFor(
  trx: Connection,
  payment: PaymentRow,
  items: (Sellable & Priced)[],
  listings: Map<string, string>,
) {
  const { memberId } = payment
  const referrers = new Map<string, string | null>()
  for (const ownerId of new Set(items.map((item) => item.ownerId)))
    referrers.set(ownerId, await earningReferrer(trx, { memberId, ownerId }))
  const { feeRate, commissionRate, refundDays, reviewPercent } = await readSettings(trx, 'fees')
  const rows = items.map((item) => ({
    id: uuid(),
    paymentId: payment.id,
    memberId,
    referrerId: referrers.get(item.ownerId)!,
    projectId: item.projectId,
    kind: item.kind,
    title: item.title,
    amountPaise: item.amountPaise,
    discountPaise: item.discountPaise,
    discountBy: item.discountBy,
    isDiscounted: isBoughtAtDiscount(item, reviewPercent),
    ownerId: item.ownerId,
    releaseId: item.releaseId,
    listingId: listings.get(item.projectId)!,
    feeRate,
    commissionRate,
    // Nobody asks for the money of a free order back; what its owner earns waits as long all the same.
    ...(item.amountPaise > 0 ? refundPolicyOf(refundDays) : { refundDays }),
  }))
  // Sorted by project, so that two checkouts never deadlock.
  const sorted = rows.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
  const numbers = await allocateOrderNumbers(trx, sorted.length)
  return sorted.map((row, index) => ({ ...row, number: numbers[index]! }))
}
