import type { FastifyRequest } from 'fastify'

/** What a gateway says about one payment it took. Amounts in paise. */
export interface GatewayPayment {
  paymentId: string
  gatewayOrderId: string
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
}

/** A genuine webhook: `eventId` names the delivery, so that a second copy can be told. */
export interface GatewayEvent {
  eventId: string
  payment: GatewayPayment | undefined
}

/** A company that takes money for us. One of these stands for the process; which one is configuration. */
export interface Gateway {
  name: 'sandbox' | 'razorpay'
  /** The public key that the browser opens the pay page with. */
  keyId: string
  /** Where the browser goes to pay, or null when the gateway's own script opens a window. */
  payUrl(gatewayOrderId: string): string | null
  /** Registers an amount to be paid. `receipt` is our payment's id: asking twice may make two orders, of which we keep one. */
  createOrder(order: { amountPaise: number; receipt: string; description: string }): Promise<{ gatewayOrderId: string }>
  /** Everything that was paid, or tried, for an order. */
  paymentsOf(gatewayOrderId: string): Promise<GatewayPayment[]>
  /** True when the gateway itself signed this pair for the browser. */
  isGenuineCallback(gatewayOrderId: string, paymentId: string, signature: string): boolean
  /** The event in a webhook request, or undefined when the signature over the raw bytes is not the gateway's. */
  readWebhook(headers: FastifyRequest['headers'], rawBody: Buffer): GatewayEvent | undefined
}
