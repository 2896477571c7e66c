import type { Item } from '#contract/orders/orders.ts'
import { ProblemError } from '#contract/problem.ts'

import { publishedForSale } from '../../catalogue/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { keepProjects } from '../../projects/lookup-queries.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { itemKey } from '../order.ts'
import type { Offer, Priced } from '../price.ts'
import { knownTitles, ownedOf, type PaymentRow } from '../queries.ts'
import { itemsOf } from './queries.ts'

/** One thing as it may be sold to a member now. */
export interface Sellable extends Offer {
  title: string
  releaseId: string | null
}

/** Throws invalid_input when a cart holds the same thing twice. */
export function requireDistinct(items: Item[]) {
  if (new Set(items.map(itemKey)).size < items.length) {
    throw new ProblemError('invalid_input', 'Your cart holds the same item twice')
  }
}

/** The items at today's prices. Throws already_owned, not_for_sale or conflict, naming the first thing that cannot be bought. */
export async function requireSellable(trx: Connection, memberId: string, items: Item[]): Promise<Sellable[]> {
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  await keepProjects(trx, projectIds)
  const owned = await ownedOf(trx, memberId, projectIds)
  const listed = new Map((await publishedForSale(trx, projectIds)).map((project) => [project.id, project]))
  const sellable: Sellable[] = []
  for (const item of items) {
    const mine = owned.find((order) => itemKey(order as Item) === itemKey(item))
    if (mine) throw new ProblemError('already_owned', `You already own ${mine.title}`)
    const project = listed.get(item.projectId)
    const pricePaise = item.kind === 'source' ? project?.pricePaise : project?.reportPricePaise
    if (!project || pricePaise === undefined || pricePaise === null) throw await notForSale(trx, item)
    const { title, ownerId, releaseId, bundlePricePaise } = project
    if (ownerId === memberId) throw new ProblemError('conflict', `${title} is your own project`)
    sellable.push({
      ...item,
      title,
      pricePaise,
      bundlePaise: bundlePricePaise,
      ownerId,
      releaseId: item.kind === 'source' ? releaseId : null,
    })
  }
  return sellable
}

async function notForSale(trx: Connection, { projectId, kind }: Item): Promise<ProblemError> {
  const title = (await knownTitles(trx, [projectId])).get(projectId) ?? 'This project'
  const thing = kind === 'source' ? title : `The report of ${title}`
  return new ProblemError('not_for_sale', `${thing} is no longer for sale`)
}

/** How long a second checkout of the same things is answered with the first one's payment. */
const joinMinutes = 30

/** What a checkout comes to: its priced things, their coupon, and for whom it is taxed and collected. */
interface Purchase {
  things: (Item & Priced)[]
  /** The states of their listings, by project. */
  listings: Map<string, string>
  couponId: string | null
  state: string
  gateway: Pick<Gateway, 'name' | 'keyIds'>
}

/** Whether an open payment is a young one for exactly this: the same things as they are listed, at the same prices, in the same way, with the money back for as long. */
export async function isSameCheckout(
  trx: Connection,
  payment: PaymentRow,
  { things, listings, couponId, state, gateway }: Purchase,
): Promise<boolean> {
  const young = payment.createdAt.getTime() > Date.now() - joinMinutes * 60_000
  const isOfGateway = payment.gateway === gateway.name && gateway.keyIds.includes(payment.gatewayKey)
  if (!young || !isOfGateway || payment.state !== state) return false
  if (payment.couponId !== couponId) return false
  const items = (await itemsOf(trx, payment.id)) as (Item & {
    amountPaise: number
    refundDays: number | null
    listingId: string | null
  })[]
  if (!isSameCart(items, things)) return false
  if (items.some(({ projectId, listingId }) => listings.get(projectId) !== listingId)) return false
  const { refundDays } = await readSettings(trx, 'fees')
  if (items.some((item) => item.refundDays !== null && item.refundDays !== refundDays)) return false
  const prices = new Map(items.map((item) => [itemKey(item), item.amountPaise]))
  return things.every((thing) => prices.get(itemKey(thing)) === thing.amountPaise)
}

/** Throws conflict unless the payment that a key stands for is for this cart, with this State and coupon. */
export function requireSame(
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
