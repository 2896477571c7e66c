import type { IncomingHttpHeaders } from 'node:http'

/** A payment as its gateway reports it. Amounts in paise. */
export interface GatewayPayment {
  paymentId: string
  gatewayOrderId: string
  amountPaise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  /** The part that went back to the payer so far, whoever returned it; absent when the gateway does not say. */
  refundedPaise?: number
}

/**
 * An order as its gateway reports it: what it asks for, what it counts as paid, and what it still expects, in paise.
 */
export interface GatewayOrder {
  amountPaise: number
  paidPaise: number
  duePaise: number
}

/** A refund as its gateway reports it. `key` is the one that we requested it with; absent when somebody else did. */
export interface GatewayRefund {
  refundId: string
  paymentId: string
  amountPaise: number
  key: string | undefined
  /** 'pending' may take days; 'failed' is final, and we have the money again. */
  status: 'pending' | 'processed' | 'failed'
}

/** A dispute of a payment as its gateway reports it. Amounts in paise, times as Unix seconds. */
export interface GatewayDispute {
  disputeId: string
  paymentId: string
  amountPaise: number
  /** Amount taken from us; 0 until the dispute is lost. */
  deductedPaise: number
  reason: string
  phase: string
  status: 'open' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'
  /** Deadline for evidence. */
  respondBy: number | undefined
  openedAt: number
  /** Time of the gateway's report; earlier reports are outdated. */
  saidAt: number
}

/** A genuine webhook. `eventId` identifies the delivery, so that a second copy is recognised. */
export interface GatewayEvent {
  eventId: string
  payment: GatewayPayment | undefined
  refund?: GatewayRefund | undefined
  dispute?: GatewayDispute | undefined
}

/**
 * A refund to request. The same `key`, at most 40 letters, digits and - _, never refunds twice; `again` says that an
 * earlier call with it may have succeeded.
 */
export interface RefundOrder {
  paymentId: string
  amountPaise: number
  key: string
  again: boolean
}

/**
 * An order to create. `receipt` is our payment's id; `again` says that an earlier call for it may have succeeded
 * although its answer was lost.
 */
interface OrderToPay {
  amountPaise: number
  receipt: string
  description: string
  again: boolean
}

/** An account at a company that takes payments for us. The configuration says which there are. */
export interface Gateway {
  name: 'sandbox' | 'razorpay'
  /** Public key with which the browser opens the pay page. */
  keyId: string
  /** Keys of this account at the company: the current one and replaced ones. */
  keyIds: string[]
  /** Smallest amount that it takes, in paise. */
  minPaise: number
  /** Address to which the browser goes to pay; null when the gateway's own script opens a window. */
  payUrl(gatewayOrderId: string): string | null
  /** Creates an order. With `again`, it returns the order of the earlier call, if that made one. */
  createOrder(order: OrderToPay): Promise<{ gatewayOrderId: string }>
  /** An order of ours; what is paid by the gateway's own count need not be the sum of the payments. */
  orderOf(gatewayOrderId: string): Promise<GatewayOrder>
  /** All payments and attempts for an order. */
  paymentsOf(gatewayOrderId: string): Promise<GatewayPayment[]>
  /** Refunds money of a captured payment. With `again`, it returns the refund of the earlier call, if that made one. */
  refund(back: RefundOrder): Promise<GatewayRefund>
  /** All refunds of a payment, whoever made them. */
  refundsOf(paymentId: string): Promise<GatewayRefund[]>
  /** The refund of a payment that was requested with this key, if there is one. */
  refundWith(paymentId: string, key: string): Promise<GatewayRefund | undefined>
  /** The disputes about its payments as it lists them now, newest first, at most 2,000. */
  disputes(): Promise<GatewayDispute[]>
  /** Whether the gateway itself signed this pair for the browser. */
  isGenuineCallback(gatewayOrderId: string, paymentId: string, signature: string): boolean
  /** The event in a webhook request; undefined when the signature over the raw bytes is not the gateway's. */
  readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): GatewayEvent | undefined
}
