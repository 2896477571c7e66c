import { rupeesOf } from '#contract/kit/amounts.ts'
import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { CouponCode } from '#contract/orders/coupons.ts'
import type { Item, orders } from '#contract/orders/orders.ts'

import { publishedForSale } from '../catalogue/service.ts'
import type { Dependencies } from '../dependencies.ts'
import { couponForCode, requireApplicable, requireUsesLeft } from './coupons/use.ts'
import { gstIn, gstPercent } from './invoices/service.ts'
import { itemKey } from './order.ts'
import { openPaymentsWith } from './payment-queries.ts'
import { toCover, toQuoted, toReport } from './presenter.ts'
import { type Offer, priceCart, sum } from './price.ts'
import { firstImages, knownTitles, ownedItems } from './queries.ts'

type Quote = ReplyFields<typeof orders.quote>
interface Buyer {
  /** Undefined for a buyer without an account. */
  memberId: string | undefined
  coupon?: string | undefined
}

/**
 * Quotes a cart at today's prices in rupees, item by item in the given order. The total counts each item once, and only
 * items that this member (or a buyer without an account) can buy: none that they own or sell themselves. A coupon that
 * does not apply changes nothing; the answer says why.
 */
export async function quote(
  dependencies: Dependencies,
  items: Item[],
  { memberId, coupon }: Buyer,
): Promise<Quote> {
  const { db, gateway } = dependencies
  if (items.length === 0)
    return { items: [], bundleSaving: 0, coupon: null, total: 0, gst: 0, gstPercent: await gstPercent(db) }
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  const [listed, titles, images, owned, gst] = await Promise.all([
    publishedForSale(db, projectIds),
    knownTitles(db, projectIds),
    firstImages(db, projectIds),
    memberId ? ownedItems(db, memberId, projectIds) : [],
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
      firstImage: project && images.get(projectId),
      cover: project ? toCover(project, images.has(projectId)) : null,
      report:
        project && !isOwn && !ownedKeys.has(itemKey({ projectId, kind: 'report' }))
          ? toReport(project)
          : null,
    })
    if (project && pricePaise !== undefined && item.forSale && !item.owned) {
      const { ownerId, bundlePricePaise: bundlePaise } = project
      const approvedPaise = kind === 'source' ? project.approvedPricePaise : project.approvedReportPricePaise
      offers.set(itemKey(item), { projectId, kind, ownerId, pricePaise, bundlePaise, approvedPaise })
    }
    return item
  })
  const buyable = [...offers.values()]
  const preview =
    memberId && coupon ? await previewCoupon(dependencies, memberId, coupon, buyable) : undefined
  const priced = priceCart(buyable, preview?.coupon ?? null, gateway.minPaise)
  const list = sum(priced.map(({ listPricePaise }) => listPricePaise))
  const discount = sum(priced.map(({ discountPaise }) => discountPaise))
  return {
    items: quoted,
    bundleSaving: rupeesOf(sum(buyable.map(({ pricePaise }) => pricePaise)) - list),
    coupon: preview
      ? { code: preview.code, discount: rupeesOf(discount), problem: preview.problem ?? null }
      : null,
    total: rupeesOf(list - discount),
    gst: gst === null ? 0 : rupeesOf(gstIn(list - discount, gst)),
    gstPercent: gst,
  }
}

/**
 * Returns the coupon that a member would use for these items, or the message of the error that a checkout with it would
 * throw.
 */
async function previewCoupon(
  { db, gateway }: Dependencies,
  memberId: string,
  typed: string,
  buyable: Offer[],
) {
  const { data: code, error } = CouponCode.safeParse(typed)
  if (error) return { code: typed, problem: error.issues[0]!.message }
  try {
    const coupon = await couponForCode(db, memberId, code)
    requireApplicable(coupon, buyable)
    // A checkout of the same items would replace these payments.
    const open = await openPaymentsWith(db, memberId, buyable)
    const priced = priceCart(buyable, coupon, gateway.minPaise)
    await requireUsesLeft(db, coupon, {
      memberId,
      discountPaise: sum(priced.map(({ discountPaise }) => discountPaise)),
      except: open.map(({ id }) => id),
    })
    return { code, coupon }
  } catch (problem) {
    if (problem instanceof ProblemError) return { code, problem: problem.message }
    throw problem
  }
}
