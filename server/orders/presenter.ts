import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { Order, orders, Payment } from '#contract/orders/orders.ts'
import { thumbnailWidth } from '#contract/projects/pictures.ts'
import type { Thumbnail } from '#contract/projects/project.ts'

import type { Dependencies } from '../dependencies.ts'
import { picturePass } from '../platform/images/pass.ts'
import { pictureAddress } from '../platform/images/variants.ts'
import { holdMinutes } from './coupons/queries.ts'
import { sourceLink } from './downloads/source-link.ts'
import { isOnItsWay, type PaymentRow } from './payment-queries.ts'
import type { OrderRow } from './queries.ts'

type Quoted = Reply<typeof orders.quote>['items'][number]
type OrderWithReview = OrderRow & {
  reviewed: unknown
  isListed: boolean
  imageId: string | null
  thumbnail: Thumbnail | null
  paymentPaise: number
  paymentStatus: string
  paymentAuthorizedAt: Date | null
  paymentOrders: number
  earlierAttempts: number
  boughtRelease: number | null
  newRelease: number | null
  help: string | null
  recall: { release: number; recalledAt: string; reason: string; instructions: string } | null
  invoice: string | null
  invoiceKind: string | null
  creditNote: string | null
  couponCode: string | null
}

/** An order as its buyer sees it, in rupees. */
export function toOrder(row: OrderWithReview, secret: string): Order {
  const allowed = allowedWith(row)
  return {
    id: row.id,
    _id: row.id,
    number: row.number,
    projectId: row.projectId,
    projectTitle: row.title,
    isListed: row.isListed,
    image: orderedPicture(row, allowed, secret),
    thumbnail: row.thumbnail,
    kind: row.kind as Order['kind'],
    status: row.status as Order['status'],
    amount: rupeesOf(row.amountPaise),
    listPrice: rupeesOf(row.listPricePaise),
    discount: rupeesOf(row.discountPaise),
    coupon: row.discountPaise > 0 ? row.couponCode : null,
    orderDate: row.createdAt.toISOString(),
    completedAt: isoTime(row.completedAt),
    paymentId: row.paymentId,
    payment: {
      amount: rupeesOf(row.paymentPaise),
      orders: row.paymentOrders,
      isHeld: row.paymentStatus === 'held',
      isOnItsWay: isOnItsWay({ status: row.paymentStatus, authorizedAt: row.paymentAuthorizedAt }),
    },
    allowed,
    downloadUrl:
      row.kind === 'source' && allowed.includes('download')
        ? sourceLink(secret, { kind: 'order', id: row.id }, row)
        : null,
    invoice: row.invoice,
    invoiceKind: row.invoiceKind as Order['invoiceKind'],
    creditNote: row.creditNote,
    earlierAttempts: row.earlierAttempts,
    release: row.kind === 'source' ? row.boughtRelease : null,
    newRelease: row.newRelease,
    help: row.help as Order['help'],
    recall: row.recall && { ...row.recall, recalledAt: new Date(row.recall.recalledAt).toISOString() },
  }
}

/** The address of a picture for who bought the project: with a pass when it is not on sale; null when they may not see it. */
function orderedPicture(
  { imageId, thumbnail, isListed, projectId }: OrderWithReview,
  allowed: Order['allowed'],
  secret: string,
): string | null {
  const address = toThumbnail(imageId, thumbnail)
  if (address === null || isListed) return address
  return allowed.includes('download') ? address + picturePass(secret, projectId) : null
}

/**
 * A payment as its payer sees it. It has the data for the gateway's page only while the configured account there can
 * still take the money.
 */
export function toPayment(
  row: PaymentRow,
  orders: OrderWithReview[],
  { gateway, secret }: Pick<Dependencies, 'gateway' | 'secret'>,
): Payment {
  const { gatewayOrderId, amountPaise, couponId, createdAt } = row
  const isOfGateway = row.gateway === gateway.name && ['', ...gateway.keyIds].includes(row.gatewayKey)
  const payable = row.status === 'created' && !isOnItsWay(row) && isOfGateway && gatewayOrderId
  return {
    _id: row.id,
    status: row.status as Payment['status'],
    isOnItsWay: isOnItsWay(row),
    amount: rupeesOf(amountPaise),
    orders: orders.map((order) => toOrder(order, secret)),
    couponHeldUntil:
      couponId !== null && row.status === 'created'
        ? new Date(createdAt.getTime() + holdMinutes * 60_000).toISOString()
        : null,
    gateway: payable
      ? {
          name: gateway.name,
          orderId: gatewayOrderId,
          keyId: gateway.keyId,
          amountPaise,
          currency: 'INR',
          payUrl: gateway.payUrl(gatewayOrderId),
        }
      : null,
  }
}

interface QuotedRow extends Pick<
  Quoted,
  'projectId' | 'kind' | 'forSale' | 'owned' | 'isOwn' | 'cover' | 'report'
> {
  title: string | undefined
  pricePaise: number | undefined
  firstImage: { id: string; thumbnail: Thumbnail | null } | undefined
}

/** An item of a cart as its page shows it, in rupees; 0 for an item that has no price any more. */
export const toQuoted = ({ title, pricePaise, firstImage, ...rest }: QuotedRow): Quoted => ({
  ...rest,
  title: title ?? 'A project',
  price: rupeesOf(pricePaise ?? 0),
  image: toThumbnail(firstImage?.id, firstImage?.thumbnail),
  thumbnail: firstImage?.thumbnail ?? null,
})

type Cover = NonNullable<Quoted['cover']>

/** The data of an item's label; its file tree is sent only when there is no picture. */
export const toCover = (
  {
    title,
    category,
    technologies,
    tags,
    languages,
    fileTree,
    verifiedAt,
    releaseNumber,
  }: Pick<Cover, 'title' | 'technologies' | 'tags'> & Labelled,
  hasPicture: boolean,
): Cover => ({
  title,
  category: category as Cover['category'],
  technologies,
  tags,
  // Written by server/projects/releases/tree.ts.
  languages: languages as Cover['languages'],
  fileTree: hasPicture ? [] : (fileTree as Cover['fileTree']),
  verifiedAt: isoTime(verifiedAt),
  release: releaseNumber,
})

interface Labelled {
  category: string
  languages: unknown
  fileTree: unknown
  verifiedAt: Date | null
  releaseNumber: number
}

/** The report of a project for sale, in rupees; null when there is none. */
export function toReport({
  reportPricePaise,
  reportPages,
  bundlePricePaise,
  pricePaise,
}: ReportRow): Quoted['report'] {
  if (reportPricePaise === null) return null
  const saved = bundlePricePaise === null ? 0 : pricePaise + reportPricePaise - bundlePricePaise
  return { pages: reportPages, price: rupeesOf(reportPricePaise), saving: rupeesOf(Math.max(0, saved)) }
}

interface ReportRow {
  pricePaise: number
  reportPricePaise: number | null
  bundlePricePaise: number | null
  reportPages: number | null
}

/** The address of a picture in the size of a list. */
const toThumbnail = (imageId: string | null | undefined, thumbnail?: Thumbnail | null) =>
  imageId ? pictureAddress(imageId, `${thumbnailWidth(thumbnail)}.webp`) : null

function allowedWith(row: OrderWithReview): Order['allowed'] {
  const { status, kind, reviewed, paymentStatus, paymentAuthorizedAt } = row
  if (paymentStatus === 'held') return []
  if (isOnItsWay({ status: paymentStatus, authorizedAt: paymentAuthorizedAt })) return []
  if (status === 'pending') return ['pay']
  if (status === 'failed') return ['retry']
  if (status === 'refund_requested') return ['download']
  if (status !== 'completed') return []
  return kind === 'source' && !reviewed ? ['download', 'review'] : ['download']
}
