import type { IncomingHttpHeaders } from 'node:http'

/** What a gateway says about one payment it took. Amounts in paise. */
export interface GatewayPayment {
  paymentId: string
  gatewayOrderId: string
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
}

/** What a gateway says about money that it returns. `key` is the one that we asked with; absent when somebody else did. */
export interface GatewayRefund {
  refundId: string
  paymentId: string
  amountPaise: number
  key: string | undefined
  /** 'pending' may take days; 'failed' is final, and the money is with us again. */
  status: 'pending' | 'processed' | 'failed'
}

/** What a gateway says about a payment that its payer's bank disputes. Amounts in paise, times as Unix seconds. */
export interface GatewayDispute {
  disputeId: string
  paymentId: string
  amountPaise: number
  /** What was taken from us; 0 until it is lost. */
  deductedPaise: number
  reason: string
  phase: string
  status: 'open' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'
  /** Until when evidence may be sent. */
  respondBy: number | undefined
  openedAt: number
  /** When the gateway said so: what it said before is out of date. */
  saidAt: number
}

/** A genuine webhook: `eventId` names the delivery, so that a second copy is recognised. */
export interface GatewayEvent {
  eventId: string
  payment: GatewayPayment | undefined
  refund?: GatewayRefund | undefined
  dispute?: GatewayDispute | undefined
}

/** Money to be returned. The same `key`, at most 40 letters, digits and - _, never returns it twice; `again` says that an earlier call with it may have got through. */
export interface MoneyBack {
  paymentId: string
  amountPaise: number
  key: string
  again: boolean
}

/** An amount to be paid. `receipt` is our payment's id; `again` says that an earlier call for it may have got through although its answer was lost. */
interface OrderToPay {
  amountPaise: number
  receipt: string
  description: string
  again: boolean
}

/** An account at a company that takes money for us. Which ones there are is configuration. */
export interface Gateway {
  name: 'sandbox' | 'razorpay'
  /** The public key that the browser opens the pay page with. */
  keyId: string
  /** The keys of this account at the company: its present one, and those that were replaced. */
  keyIds: string[]
  /** The smallest amount it takes, in paise. */
  minPaise: number
  /** Where the browser goes to pay, or null when the gateway's own script opens a window. */
  payUrl(gatewayOrderId: string): string | null
  /** Registers an amount to be paid. Asked `again`, it answers the order that the earlier call made, if it did. */
  createOrder(order: OrderToPay): Promise<{ gatewayOrderId: string }>
  /** Everything that was paid, or tried, for an order. */
  paymentsOf(gatewayOrderId: string): Promise<GatewayPayment[]>
  /** Returns money of a captured payment. Asked `again`, it answers the refund that the earlier call made, if it did. */
  refund(back: MoneyBack): Promise<GatewayRefund>
  /** The refund of a payment that was asked for with this key, if there is one. */
  refundWith(paymentId: string, key: string): Promise<GatewayRefund | undefined>
  /** The disputes about payments that it took, the newest first and the newest 2,000 at most, as it lists them now. */
  disputes(): Promise<GatewayDispute[]>
  /** True when the gateway itself signed this pair for the browser. */
  isGenuineCallback(gatewayOrderId: string, paymentId: string, signature: string): boolean
  /** The event in a webhook request, or undefined when the signature over the raw bytes is not the gateway's. */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): GatewayEvent | undefined
}
