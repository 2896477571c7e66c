import type { TestApp } from './app.ts'
import { type DisputeEvent, disputeWebhook } from './dispute-webhook.ts'
import type { anAdmin } from './makers.ts'
import type { SignedWebhook } from './orders.ts'
import { payAtGateway } from './orders.ts'

/** A thing that may happen in a random history, and how often in relation to others. */
export type HistoryAction = [name: string, weight: number, action: () => Promise<unknown>]

type Staff = Pick<Awaited<ReturnType<typeof anAdmin>>, 'api'>

interface History {
  app: TestApp
  boss: Staff
  staff: Staff[]
  random: () => number
  oneOf: <T>(items: readonly T[]) => T
  /** Thrown when there is nothing to do. */
  refused: Error
  /** Begins a checkout; returns its order at the gateway, unless there is nothing to pay. */
  checkout: () => Promise<string | undefined>
  /** Pays an order, with another amount in rupees if one is given, and tells it. */
  pay: (orderId: string, amount?: number) => Promise<void>
  /** The webhooks that were not sent yet. */
  webhooks: SignedWebhook[]
  tell: (those?: SignedWebhook[]) => Promise<void>
}

/**
 * What the gateway, payers, their banks and staff on its pages may do otherwise than they were asked to, and what our
 * staff decide of it.
 */
export function gatewayActions({
  app,
  boss,
  staff,
  random,
  oneOf,
  refused,
  ...history
}: History): HistoryAction[] {
  const { checkout, pay, webhooks, tell } = history
  /** The order of one of the newest payments at the gateway. */
  const paidAtGateway = async () => {
    const orders = await app.db
      .selectFrom('sandboxOrders')
      .select('id')
      .where('status', '=', 'paid')
      .orderBy('createdAt', 'desc')
      .limit(10)
      .execute()
    if (orders.length === 0) throw refused
    return oneOf(orders).id
  }

  /** Sends an event of one of two disputes about one of the newest payments, `after` seconds after it was opened. */
  const dispute = async (event: DisputeEvent, after: number) => {
    const payments = await app.db
      .selectFrom('payments')
      .select(['id', 'gatewayPaymentId', 'amountPaise'])
      .where('gatewayPaymentId', 'is not', null)
      .orderBy('createdAt', 'desc')
      .limit(12)
      .execute()
    if (payments.length === 0) throw refused
    const { id, gatewayPaymentId, amountPaise } = oneOf(payments)
    const orders = await app.db
      .selectFrom('orders')
      .select('amountPaise')
      .where('paymentId', '=', id)
      .execute()
    // All of it, one thing of the cart, all but a rupee, or any part.
    const parts = [oneOf(orders).amountPaise, amountPaise - 100, Math.floor(amountPaise * random())]
    const amount = Math.max(1, random() < 0.4 ? amountPaise : oneOf(parts))
    const disputeId = `disp_${random() < 0.5 ? 0 : 1}_${gatewayPaymentId}`
    const deducted = event === 'closed' && random() < 0.5 ? { deducted: amount } : {}
    const fields = { paymentId: gatewayPaymentId!, amount, disputeId, after, ...deducted }
    await tell([disputeWebhook(app.dependencies.secret, event, fields)])
  }

  return [
    ['disputes a payment', 7, () => dispute(oneOf(['created', 'created', 'action_required'] as const), 0)],
    ['decides a dispute', 7, () => dispute(oneOf(['won', 'lost', 'lost', 'closed'] as const), 60)],
    [
      'pays another amount',
      7,
      async () => {
        const orderId = await checkout()
        if (!orderId) throw refused
        const { amount } = await app.api.sandbox.show({ params: { orderId } })
        await pay(orderId, Math.max(0.01, Math.round(amount * oneOf([50, 99, 102, 200])) / 100))
      },
    ],
    [
      'pays again',
      2,
      async () => {
        const orderId = await paidAtGateway()
        await app.api.sandbox.pay({ params: { orderId }, body: { outcome: 'again' } })
        await tell()
      },
    ],
    [
      'returns money on the gateway’s pages',
      7,
      async () => {
        // Mostly after the payment was told; sometimes before, or told by nobody.
        const isEarly = random() < 0.2
        const orderId = isEarly ? await checkout() : await paidAtGateway()
        if (!orderId) throw refused
        if (isEarly) await payAtGateway(app, orderId)
        const { amount } = await app.api.sandbox.show({ params: { orderId } })
        const part = random() < 0.5 ? amount : Math.max(0.01, Math.round(amount * 30) / 100)
        await app.api.sandbox.refund({ params: { orderId }, body: { amount: part } })
        if (isEarly) webhooks.reverse()
        await tell()
      },
    ],
    [
      'decides a held payment',
      7,
      async () => {
        const { payments } = await boss.api.heldPayments.list({ query: {} })
        if (payments.length === 0) throw refused
        const action = random() < 0.5 ? 'deliver' : 'return'
        await oneOf(staff).api.heldPayments.decide({ params: { id: oneOf(payments)._id }, body: { action } })
      },
    ],
  ]
}
