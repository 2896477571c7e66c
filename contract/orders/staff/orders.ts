import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Id, line } from '../../kit/fields.ts'
import { limits } from '../../kit/limits.ts'
import { pageWindow, Pagination } from '../../kit/paging.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { documentNumbers } from '../documents.ts'
import { itemKinds, orderStatuses } from '../orders.ts'

/** A buyer or owner. A deleted member has no email. */
const Person = z.object({ _id: z.string(), name: z.string(), email: z.string() })

/** An order in the staff's list. Amounts in rupees. */
export const OrderRow = z.object({
  _id: z.string(),
  number: z.string(),
  projectId: z.string(),
  title: z.string(),
  kind: z.enum(itemKinds),
  amount: z.number(),
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  buyer: Person,
})
schemaNames.add(OrderRow, { id: 'StaffOrderRow' })
export type StaffOrderRow = z.infer<typeof OrderRow>

const Times = z.object({ firstAt: z.string(), lastAt: z.string(), times: z.int() })

const OrderDetail = OrderRow.extend({
  owner: Person,
  listPrice: z.number(),
  discount: z.number(),
  /** The party that bears the discount. */
  discountBy: z.string().nullable(),
  coupon: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** The number of the release that was bought. */
  release: z.int().nullable(),
  /** The refund policy that applied. */
  policy: z.string().nullable(),
  payment: z.object({
    _id: z.string(),
    gateway: z.string(),
    gatewayOrderId: z.string().nullable(),
    gatewayPaymentId: z.string().nullable(),
    status: z.string(),
    amount: z.number(),
    state: z.string(),
    begunAt: z.string(),
    capturedAt: z.string().nullable(),
  }),
  /** The orders of the same payment, including this one. */
  items: z.array(
    OrderRow.pick({ _id: true, number: true, title: true, kind: true, amount: true, status: true }),
  ),
  /** Other orders for the same item by the same buyer, the newest first. */
  attempts: z.array(OrderRow.pick({ _id: true, number: true, amount: true, status: true, orderDate: true })),
  /** The buyer's refund requests, the newest first. */
  requests: z.array(
    z.object({
      reason: z.string(),
      requestedAt: z.string(),
      outcome: z.string().nullable(),
      note: z.string().nullable(),
      decidedAt: z.string().nullable(),
    }),
  ),
  /** The refunds of this order or of a second payment. */
  refunds: z.array(
    z.object({
      cause: z.string(),
      amount: z.number(),
      /** The part of `amount` that went back without us, to the buyer's bank or on the gateway's own pages. */
      withoutUs: z.number(),
      status: z.string(),
      createdAt: z.string(),
      returnedAt: z.string().nullable(),
      lastFailure: z.string().nullable(),
      /** The number of the release whose recall refunded it. */
      recalledRelease: z.int().nullable(),
    }),
  ),
  ...documentNumbers,
  downloads: z.array(Times.extend({ release: z.int() })),
  reportDownloads: Times.nullable(),
  /** The seats and invitations of the buyer, by their places, with those that have ended. */
  seats: z.array(
    z.object({
      _id: z.string(),
      /** Who accepted it; null for an invitation, of which no address is kept, and once their account is deleted. */
      memberId: z.string().nullable(),
      /** First name and initial of who accepted it; empty without an account. */
      name: z.string(),
      invitedAt: z.string(),
      acceptedAt: z.string().nullable(),
      endedAt: z.string().nullable(),
      downloads: z.array(Times.extend({ release: z.int() })),
    }),
  ),
  /** The ledger postings of the order, the oldest first; a positive amount is a credit of the account. */
  ledger: z.array(
    z.object({
      kind: z.string(),
      happenedAt: z.string(),
      lines: z.array(z.object({ account: z.string(), amount: z.number() })),
    }),
  ),
  /** The emails about the payment that a mail server accepted. */
  mails: z.array(z.object({ kind: z.string(), sentAt: z.string() })),
  /** The actions of staff on this order, the oldest first. */
  actions: z.array(z.object({ action: z.string(), by: z.string(), at: z.string() })),
  /** Whether there is a receipt that can be sent again. */
  hasReceipt: z.boolean(),
})
schemaNames.add(OrderDetail, { id: 'StaffOrderDetail' })
export type StaffOrderDetail = z.infer<typeof OrderDetail>

const params = z.object({ id: Id })
const one = Done.extend({ order: OrderDetail })

export const staffOrders = {
  list: endpoint({
    method: 'GET',
    path: '/admin/orders',
    summary: 'All orders, the newest first.',
    access: staff,
    query: z.object({
      ...pageWindow,
      /**
       * An order's number or its last digits; a part of the project's title, of the buyer's name or email, with three
       * letters in a row; a payment's number at the gateway; the id of an order, project, member or payment.
       */
      search: line(limits.search).optional(),
      status: z
        .union([z.literal('').transform(() => undefined), z.enum(orderStatuses, 'Choose a status')])
        .optional(),
    }),
    reply: Done.extend({ orders: z.array(OrderRow), pagination: Pagination }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/orders/:id',
    summary: 'One order with its payment, refunds, documents, downloads and what was posted for it.',
    access: staff,
    params,
    reply: one,
  }),
  sendReceipt: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/receipt',
    summary: 'Mails the receipt of a payment to its buyer again, once for each key.',
    access: staff,
    problems: ['conflict', 'too_many_requests'],
    params,
    body: z.object({ key: Id }),
    reply: one,
  }),
}
