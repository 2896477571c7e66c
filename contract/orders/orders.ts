import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, line, list, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { states } from '../money/tax-ids.ts'
import { CodeQuestion } from '../projects/code-questions.ts'
import { DemoSignIn } from '../projects/demo-sign-ins.ts'
import { ProjectCard, Recall, Thumbnail } from '../projects/project.ts'
import { ReleaseSetUp } from '../projects/set-up.ts'
import { BoughtListing } from './bought-listing.ts'
import { CouponCode } from './coupons.ts'
import { documentNumbers } from './documents.ts'

export const orderStatuses = [
  'pending',
  'completed',
  'failed',
  'cancelled',
  'refund_requested',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The statuses in which an order entitles its buyer to the item. */
export const entitlingStatuses = ['completed', 'refund_requested'] as const satisfies OrderStatus[]

export type OrderActor = 'gateway' | 'buyer' | 'staff'

/**
 * The allowed transitions of each status, and who makes them. Only the settle transaction ('gateway') completes an
 * order, even one that failed or was cancelled, when its money arrives late. A buyer cancels by starting another
 * checkout of the same item, the gateway by receiving no payment for three days; what staff take off sale is cancelled
 * by the database (functions/off_sale.sql). A buyer requests a refund and may
 * withdraw the request; staff decide, and refund recalled releases without a request; the buyer's bank can refund too,
 * which the gateway reports.
 */
export const orderTransitions: Transitions<OrderStatus, OrderActor> = {
  pending: { completed: ['gateway'], failed: ['gateway'], cancelled: ['buyer', 'gateway'] },
  failed: { completed: ['gateway'], cancelled: ['buyer', 'gateway'] },
  cancelled: { completed: ['gateway'] },
  completed: { refund_requested: ['buyer'], refunded: ['staff', 'gateway'] },
  refund_requested: { refunded: ['staff', 'gateway'], completed: ['staff', 'buyer'] },
  refunded: {},
}

/** `held`: money has come, but not as it was asked for; staff decide whether the orders are delivered. */
const paymentStatuses = ['created', 'captured', 'failed', 'cancelled', 'held'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * The allowed transitions of a payment: the gateway reports what it captured, also long after the payment failed or was
 * cancelled, and a held payment is captured when staff decide, or when another attempt has paid what was asked for.
 */
export const paymentTransitions: Transitions<PaymentStatus, OrderActor> = {
  created: {
    captured: ['gateway'],
    held: ['gateway'],
    failed: ['gateway'],
    cancelled: ['buyer', 'gateway'],
  },
  failed: { captured: ['gateway'], held: ['gateway'], cancelled: ['buyer', 'gateway'] },
  cancelled: { captured: ['gateway'], held: ['gateway'] },
  held: { captured: ['gateway', 'staff'] },
  captured: {},
}

export const itemKinds = ['source', 'report'] as const
const maxItems = limits.cartItems
export const Item = z.object({ projectId: Id, kind: z.enum(itemKinds) })
schemaNames.add(Item, { id: 'OrderItem' })
export type Item = z.infer<typeof Item>

/** A bought item. `amount` in rupees; `number` is what people see, such as RM-2026-000123. */
export const Order = z.object({
  id: z.string(),
  _id: z.string(),
  number: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  /** Whether the project is listed; otherwise its page is unavailable to the buyer, who can still download. */
  isListed: z.boolean(),
  /** The project's first picture, at least 320 px wide, and the part of it that lists show. */
  image: z.string().nullable(),
  thumbnail: Thumbnail.nullable(),
  kind: z.enum(itemKinds),
  status: z.enum(orderStatuses),
  /** The amount paid. */
  amount: z.number(),
  /** The price at the time of the order, alone or as a part of a bundle, and the discount of a coupon. */
  listPrice: z.number(),
  discount: z.number(),
  coupon: z.string().nullable(),
  orderDate: z.string(),
  /** The time of the payment, or of the order when it was free. */
  completedAt: z.string().nullable(),
  paymentId: z.string(),
  /**
   * The payment of this order: its whole amount in rupees, and the number of its orders. `isHeld`: money has come, but
   * not as it was asked for; staff decide. `isOnItsWay`: the payer's bank said yes, and the money has not come yet.
   */
  payment: z.object({
    amount: z.number(),
    orders: z.int(),
    isHeld: z.boolean(),
    isOnItsWay: z.boolean(),
  }),
  /** The actions that the buyer may take next. */
  allowed: z.array(z.enum(['download', 'pay', 'retry', 'review'])),
  /** A signed link to the source as a ZIP, good for an hour; null when the order gives none now. */
  downloadUrl: z.string().nullable(),
  ...documentNumbers,
  /** The number of earlier orders of the same item that failed or were cancelled, which a list omits. */
  earlierAttempts: z.int(),
  /** The release of the source that was bought. */
  release: z.int().nullable(),
  /** The newest release that the buyer may download, when it is newer than the one bought and not downloaded yet. */
  newRelease: z.int().nullable(),
  /** The first line of what the owner wrote about that release, shortened; null without one. */
  newReleaseNotes: z.string().nullable(),
  /**
   * The newest recalled release among those the buyer could download, with the instructions for buyers; it can no
   * longer be downloaded.
   */
  recall: Recall.extend({ instructions: z.string() }).nullable(),
  /** The status of its open help request; null without one. */
  help: z.enum(['open', 'answered', 'escalated']).nullable(),
})
schemaNames.add(Order, { id: 'Order' })
export type Order = z.infer<typeof Order>

/**
 * A checkout's payment. `gateway` has what the browser needs to open the gateway's page; null once nothing is left to
 * pay.
 */
export const Payment = z.object({
  _id: z.string(),
  status: z.enum(paymentStatuses),
  /** Whether the payer's bank said yes to this open payment, and the money has not come yet. */
  isOnItsWay: z.boolean(),
  amount: z.number(),
  orders: z.array(Order),
  /**
   * The time until which an unpaid payment holds the use of its coupon. Money that comes later goes back when the
   * coupon cannot be used any more. Null without a coupon, and once nothing is left to pay.
   */
  couponHeldUntil: z.string().nullable(),
  gateway: z
    .object({
      name: z.enum(['sandbox', 'razorpay']),
      orderId: z.string(),
      keyId: z.string(),
      amountPaise: z.int(),
      currency: z.literal('INR'),
      payUrl: z.string().nullable(),
    })
    .nullable(),
})
schemaNames.add(Payment, { id: 'Payment' })
export type Payment = z.infer<typeof Payment>

const Quoted = Item.extend({
  title: z.string(),
  /** The price of the item alone. */
  price: z.number(),
  forSale: z.boolean(),
  owned: z.boolean(),
  /** Whether it is the caller's own, and so not for sale to them. */
  isOwn: z.boolean(),
  image: z.string().nullable(),
  thumbnail: Thumbnail.nullable(),
  /** The data for its label, and for drawing a cover when there is no image; null when it is not listed any more. */
  cover: ProjectCard.pick({ title: true, category: true, technologies: true, tags: true })
    .extend({
      ...ProjectCard.pick({ languages: true, fileTree: true }).shape,
      /** The time of its approval, and the number of the listed release. */
      verifiedAt: z.string().nullable(),
      release: z.int(),
    })
    .nullable(),
  /**
   * The report of the project while the caller can buy it: its pages as Word last counted them, its price alone, and
   * how much less code and report cost together. Otherwise null.
   */
  report: z.object({ pages: z.int().nullable(), price: z.number(), saving: z.number() }).nullable(),
})
schemaNames.add(Quoted, { id: 'QuotedItem' })

/** An identifier made by another program: visible ASCII, which every store and header accepts. */
const name = (max: number) =>
  text(max)
    .min(1)
    .regex(/^[!-~]*$/, 'Use letters, digits and signs')

/** The data that the gateway gives to the browser after a payment, with Razorpay's names. */
export const Callback = z.object({
  razorpay_order_id: name(100),
  razorpay_payment_id: name(100),
  razorpay_signature: name(200),
})
schemaNames.add(Callback, { id: 'PaymentCallback' })

const onePayment = Done.extend({ payment: Payment })

export const orders = {
  quote: endpoint({
    method: 'POST',
    path: '/orders/quote',
    summary:
      "Prices a cart at today's prices, code and report of one project at their bundle price, and points out what is no longer for sale. A signed-in caller also learns what is owned already and what a coupon takes off.",
    access: 'anyone',
    problems: ['too_many_requests'],
    body: z.object({
      items: list(Item, maxItems),
      /** Applies to signed-in callers only. */
      coupon: text(40).optional(),
    }),
    reply: Done.extend({
      items: z.array(Quoted),
      /** The saving from buying code and report of one project together. */
      bundleSaving: z.number(),
      /** The discount of the coupon, or why there is none. */
      coupon: z.object({ code: z.string(), discount: z.number(), problem: z.string().nullable() }).nullable(),
      /** The amount to be paid. */
      total: z.number(),
      /** The GST in rupees that the total contains; 0 while none is charged. */
      gst: z.number(),
      /** The GST in percent that the total contains; null while the platform charges none. */
      gstPercent: z.number().nullable(),
    }),
  }),
  onItsWay: endpoint({
    method: 'POST',
    path: '/orders/payments/on-its-way',
    summary:
      'Asks the gateway about the member’s open payments for some of these items, and answers the one whose money has come or is on its way.',
    access: member,
    limit: { requests: 30, seconds: 60, protects: 'process' },
    body: z.object({ items: list(Item, maxItems) }),
    reply: Done.extend({ paymentId: z.string().nullable() }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/orders/checkout',
    summary:
      'Creates the payment and its orders at the server’s prices. The same key answers the same payment; amount 0 completes at once. With `expectedTotal` nothing is charged when the prices have changed since.',
    access: member,
    problems: [
      'already_owned',
      'conflict',
      'not_for_sale',
      'not_found',
      'price_changed',
      'too_many_requests',
    ],
    body: z.object({
      items: list(Item, maxItems, { tooMany: `At most ${maxItems} items in one checkout` }).refine(
        (items) => items.length > 0,
        'Your cart is empty',
      ),
      /** Required for paid items, and saved in the profile. */
      state: z.enum(states as [string, ...string[]], { error: 'Choose your State' }).optional(),
      coupon: CouponCode.optional(),
      idempotencyKey: name(100).min(10),
      /**
       * The total in rupees that the buyer saw; when it has changed, price_changed is answered and nothing is created.
       */
      expectedTotal: z.number().min(0).optional(),
    }),
    reply: onePayment,
  }),
  payment: endpoint({
    method: 'GET',
    path: '/orders/payments/:id',
    summary: "One of the caller's payments with its orders.",
    access: member,
    params: z.object({ id: Id }),
    reply: onePayment,
  }),
  callback: endpoint({
    method: 'POST',
    path: '/orders/payments/callback',
    summary:
      "Takes the gateway's signed answer from the browser and settles the payment when the money is captured.",
    access: member,
    problems: ['not_found'],
    body: Callback,
    reply: onePayment,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/orders',
    summary:
      "The caller's orders, newest first. `search`: a part of the project's title, or of the order's number.",
    access: member,
    query: z.object({
      search: line(limits.search)
        .transform((words) => words || undefined)
        .optional(),
      ...pageWindow,
    }),
    reply: Done.extend({ orders: z.array(Order), pagination: Pagination }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/orders/:id',
    summary: "One of the caller's orders.",
    access: member,
    params: z.object({ id: Id }),
    /**
     * `startCommand`: the lines by which the README of what Download gets starts the program, as far as the check of
     * the files found nothing against them; null when there are none. `setUp`: what the check found out about its
     * start; null where there is nothing to download, and while this version of the check has not looked at it.
     * `demoSignIns`, `codeQuestions`: those that staff approved last, as Download gets the newest release, not the one
     * that was bought; empty when the order gives no source to download.
     */
    reply: Done.extend({
      order: Order.extend({
        asBought: BoughtListing,
        startCommand: z.string().nullable(),
        setUp: ReleaseSetUp.nullable(),
        demoSignIns: z.array(DemoSignIn),
        codeQuestions: z.array(CodeQuestion),
      }),
    }),
  }),
  owned: endpoint({
    method: 'GET',
    path: '/orders/owned',
    summary:
      'What the caller owns, and the seats that they have, newest first, at most 1,000 things: for marks beside projects.',
    access: member,
    reply: Done.extend({
      items: z.array(Item),
      /** The seats in the teams of others, each with its id. */
      seats: z.array(z.object({ projectId: z.string(), seatId: z.string() })),
    }),
  }),
}

/** An amount in rupees that the sandbox gateway moves. */
const SandboxAmount = z.number().positive().max(20_000_000)

/** The pay page of the sandbox gateway, a stand-in for the real one. */
export const sandbox = {
  show: endpoint({
    method: 'GET',
    path: '/sandbox/payments/:orderId',
    summary: 'What the sandbox gateway asks to be paid.',
    access: 'anyone',
    params: z.object({ orderId: name(60) }),
    reply: Done.extend({
      amount: z.number(),
      description: z.string(),
      status: z.enum(['created', 'paid', 'failed']),
    }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:orderId',
    summary:
      'Plays the payer: succeed, with another amount than the order’s if one is given, fail, or pay again what is paid. Sends the webhook and answers the signed callback.',
    access: 'anyone',
    problems: ['conflict'],
    params: z.object({ orderId: name(60) }),
    body: z.object({ outcome: z.enum(['succeed', 'fail', 'again']), amount: SandboxAmount.optional() }),
    reply: Done.extend({ callback: Callback.nullable() }),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/sandbox/payments/:orderId/refund',
    summary:
      'Plays staff who return money on the gateway’s own pages, so that the shop has not asked for it. Sends the webhook.',
    access: 'anyone',
    problems: ['conflict'],
    params: z.object({ orderId: name(60) }),
    body: z.object({ amount: SandboxAmount }),
    reply: Done,
  }),
}
