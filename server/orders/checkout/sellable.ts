import { ProblemError } from '#contract/kit/problem.ts'
import type { Item } from '#contract/orders/orders.ts'

import { publishedForSale } from '../../catalogue/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { lockProjectsAgainstDeletion } from '../../projects/lookup-queries.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { itemKey } from '../order.ts'
import { type PaymentRow } from '../payment-queries.ts'
import type { Offer, Priced } from '../price.ts'
import { knownTitles, ownedItems } from '../queries.ts'
import { itemsOf } from './queries.ts'

/** An item as it may be sold to a member now. */
export interface Sellable extends Offer {
  title: string
  releaseId: string | null
}

/** Throws invalid_input when a cart contains the same item twice. */
export function requireDistinct(items: Item[]) {
  if (new Set(items.map(itemKey)).size < items.length) {
    throw new ProblemError('invalid_input', 'Your cart holds the same item twice')
  }
}

/**
 * Locks the projects of a cart and returns its items at today's prices. Throws already_owned, not_for_sale or conflict,
 * naming the first item that cannot be bought.
 */
export async function requireSellable(trx: Connection, memberId: string, items: Item[]): Promise<Sellable[]> {
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  await lockProjectsAgainstDeletion(trx, projectIds)
  const owned = await ownedItems(trx, memberId, projectIds)
  const listed = new Map((await publishedForSale(trx, projectIds)).map((project) => [project.id, project]))
  const sellable: Sellable[] = []
  for (const item of items) {
    const order = owned.find((one) => itemKey(one as Item) === itemKey(item))
    if (order) throw new ProblemError('already_owned', `You already own ${order.title}`)
    const project = listed.get(item.projectId)
    const pricePaise = item.kind === 'source' ? project?.pricePaise : project?.reportPricePaise
    if (!project || pricePaise === undefined || pricePaise === null) throw await notForSale(trx, item)
    const { title, ownerId, releaseId, bundlePricePaise } = project
    const approvedPaise =
      item.kind === 'source' ? project.approvedPricePaise : project.approvedReportPricePaise
    if (ownerId === memberId) throw new ProblemError('conflict', `${title} is your own project`)
    sellable.push({
      ...item,
      title,
      pricePaise,
      bundlePaise: bundlePricePaise,
      approvedPaise,
      ownerId,
      releaseId: item.kind === 'source' ? releaseId : null,
    })
  }
  return sellable
}

async function notForSale(trx: Connection, { projectId, kind }: Item): Promise<ProblemError> {
  const title = (await knownTitles(trx, [projectId])).get(projectId) ?? 'This project'
  const subject = kind === 'source' ? title : `The report of ${title}`
  return new ProblemError('not_for_sale', `${subject} is no longer for sale`)
}

/** The time during which a second checkout of the same items returns the payment of the first. */
const joinMinutes = 30

/** The outcome of a checkout: its priced items, their coupon, the State of the buyer and the gateway. */
interface Purchase {
  items: (Item & Priced)[]
  /** The ids of the listing versions, by project. */
  listings: Map<string, string>
  couponId: string | null
  state: string
  gateway: Pick<Gateway, 'name' | 'keyIds'>
}

/**
 * Returns whether an open payment was created recently for exactly this purchase: the same items and listing versions,
 * prices, coupon, State, gateway and refund period.
 */
export async function isSameCheckout(
  trx: Connection,
  payment: PaymentRow,
  { items, listings, couponId, state, gateway }: Purchase,
): Promise<boolean> {
  const isRecent = payment.createdAt.getTime() > Date.now() - joinMinutes * 60_000
  const isOfGateway = payment.gateway === gateway.name && gateway.keyIds.includes(payment.gatewayKey)
  if (!isRecent || !isOfGateway || payment.state !== state) return false
  if (payment.couponId !== couponId) return false
  const paidItems = (await itemsOf(trx, payment.id)) as (Item & {
    amountPaise: number
    refundDays: number | null
    listingId: string
  })[]
  if (!isSameCart(paidItems, items)) return false
  if (paidItems.some(({ projectId, listingId }) => listings.get(projectId) !== listingId)) return false
  const { refundDays } = await readSettings(trx, 'fees')
  if (paidItems.some((item) => item.refundDays !== refundDays)) return false
  const prices = new Map(paidItems.map((item) => [itemKey(item), item.amountPaise]))
  return items.every((item) => prices.get(itemKey(item)) === item.amountPaise)
}

/** Throws conflict unless the payment that was found by its idempotency key is for this cart, State and coupon. */
export function requireSameCheckout(
  known: Pick<PaymentRow, 'state' | 'couponId'> & { items: unknown[] },
  wanted: { items: Item[]; state: string; couponId: string | null },
): void {
  const isSame = known.state === wanted.state && known.couponId === wanted.couponId
  if (isSame && isSameCart(known.items as Item[], wanted.items)) return
  throw new ProblemError(
    'conflict',
    'This checkout was begun with another cart. Please start again from your cart.',
  )
}

function isSameCart(one: Item[], other: Item[]): boolean {
  const keys = new Set(one.map(itemKey))
  return keys.size === other.length && other.every((item) => keys.has(itemKey(item)))
}
