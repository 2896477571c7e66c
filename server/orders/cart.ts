import { rupeesOf } from '#contract/amounts.ts'
import type { ReplyFields } from '#contract/endpoint.ts'
import { CouponCode } from '#contract/orders/coupons.ts'
import type { Item, orders } from '#contract/orders/orders.ts'
import { ProblemError } from '#contract/problem.ts'

import { publishedForSale } from '../catalogue/service.ts'
import type { Parts } from '../parts.ts'
import type { Database } from '../platform/database/connection.ts'
import { couponNamed, requireFits, requireLeft } from './coupons/use.ts'
import { gstPercent } from './invoices/service.ts'
import { itemKey } from './order.ts'
import { toCover, toQuoted } from './presenter.ts'
import { type Offer, priceCart, sum } from './price.ts'
import { firstImages, knownTitles, openPaymentsWith, ownedOf } from './queries.ts'

type Quote = ReplyFields<typeof orders.quote>
interface Buyer {
  /** Undefined for somebody without an account. */
  memberId: string | undefined
  coupon?: string | undefined
}

/**
 * A cart at today's prices, item by item in its order. The total counts each thing once, and only what this member
 * (or somebody without an account) can buy: not what they own, nor their own project. A coupon that takes nothing off
 * changes nothing; the answer says why.
 */
export async function quote(
  { db, gateway }: Pick<Parts, 'db' | 'gateway'>,
  items: Item[],
  { memberId, coupon }: Buyer,
): Promise<Quote> {
  if (items.length === 0)
    return { items: [], bundleSaving: 0, coupon: null, total: 0, gstPercent: await gstPercent(db) }
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  const [listed, titles, images, owned, gst] = await Promise.all([
    publishedForSale(db, projectIds),
    knownTitles(db, projectIds),
    firstImages(db, projectIds),
    memberId ? ownedOf(db, memberId, projectIds) : [],
    gstPercent(db),
  ])
  const projects = new Map(listed.map((project) => [project.id, project]))
  const ownedKeys = new Set(owned.map((order) => itemKey(order as Item)))
  const offers = new Map<string, Offer>()
  const quoted = items.map(({ projectId, kind }) => {
    const project = projects.get(projectId)
    const pricePaise = (kind === 'source' ? project?.pricePaise : project?.reportPricePaise) ?? undefined
    const isOwn = project !== undefined && project.ownerId === memberId
    const item = toQuoted({
      projectId,
      kind,
      title: project?.title ?? titles.get(projectId),
      pricePaise,
      forSale: pricePaise !== undefined && !isOwn,
      owned: ownedKeys.has(itemKey({ projectId, kind })),
      isOwn,
      imageId: project && images.get(projectId),
      cover: project ? toCover(project) : null,
    })
    if (project && pricePaise !== undefined && item.forSale && !item.owned) {
      const { ownerId, bundlePricePaise: bundlePaise } = project
      offers.set(itemKey(item), { projectId, kind, ownerId, pricePaise, bundlePaise })
    }
    return item
  })
  const buyable = [...offers.values()]
  const asked = memberId && coupon ? await lookAt(db, memberId, coupon, buyable) : undefined
  const things = priceCart(buyable, asked?.coupon ?? null, gateway.minPaise)
  const list = sum(things.map(({ listPricePaise }) => listPricePaise))
  const discount = sum(things.map(({ discountPaise }) => discountPaise))
  return {
    items: quoted,
    bundleSaving: rupeesOf(sum(buyable.map(({ pricePaise }) => pricePaise)) - list),
    coupon: asked ? { code: asked.code, discount: rupeesOf(discount), problem: asked.problem ?? null } : null,
    total: rupeesOf(list - discount),
    gstPercent: gst,
  }
}

/** A coupon that a member would use for these things, or what a checkout with it would say. */
async function lookAt(db: Database, memberId: string, typed: string, buyable: Offer[]) {
  const { data: code, error } = CouponCode.safeParse(typed)
  if (error) return { code: typed, problem: error.issues[0]!.message }
  try {
    const coupon = await couponNamed(db, memberId, code)
    requireFits(coupon, buyable)
    // A checkout of the same things would replace these.
    const open = await openPaymentsWith(db, memberId, buyable)
    await requireLeft(
      db,
      coupon,
      memberId,
      open.map(({ id }) => id),
    )
    return { code, coupon }
  } catch (problem) {
    if (problem instanceof ProblemError) return { code, problem: problem.message }
    throw problem
  }
}
