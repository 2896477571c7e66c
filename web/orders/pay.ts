import { redirect } from 'react-router'

import { counted, rupees } from '#contract/format.ts'
import type { Callback, Order, Payment } from '#contract/orders/orders.ts'
import type { z } from '#contract/zod.ts'

import { problemOf } from '../shell/session/api.ts'
import { memberApi } from '../shell/session/member-api.ts'

/** Leads to the gateway's page for an open payment, or opens the gateway's window; ends at the payment's own page. */
export async function goPay(payment: Payment) {
  const home = `/orders/payments/${payment._id}`
  const { gateway } = payment
  if (!gateway) return redirect(home)
  if (gateway.payUrl) return redirect(`${gateway.payUrl}?payment=${payment._id}`)
  const { callback, hasFailed } = await openRazorpay(gateway)
  if (callback) await reportPaid(callback)
  return redirect(hasFailed && !callback ? failedAddress(home) : home)
}

/**
 * What went wrong before a checkout reached the gateway: of a fault of our own a payer asks first whether they were charged.
 * A refusal says what to change.
 */
export function payProblem(thrown: unknown) {
  const problem = problemOf(thrown, notAnswered)
  const isFault = problem.code === 'internal' || problem.code === 'unavailable'
  if (!isFault || problem.message.includes(notCharged)) return problem
  const again = /try again/i.test(problem.message) ? '' : '; please try again'
  return { ...problem, message: `${problem.message.replace(/\.?$/, '.')} ${notCharged}${again}.` }
}

const notCharged = 'Nothing was charged'

/** What is said when nobody answered a try to pay: the gateway has not been reached then. */
export const notAnswered = `We could not be reached. ${notCharged}; please try again.`

/** The address of a payment whose last attempt failed, as the gateway told the browser. */
export const failedAddress = (home: string) => `${home}?tried=failed`

/** Hands the gateway's signed answer to the server. When that fails, the webhook settles the payment all the same. */
export async function reportPaid(callback: z.infer<typeof Callback>): Promise<void> {
  const api = await memberApi()
  await api.orders.callback({ body: callback }).catch(() => {})
}

interface RazorpayWindow {
  open(): void
  on(event: 'payment.failed', listener: () => void): void
}
type RazorpayScript = new (options: object) => RazorpayWindow

/** Razorpay's own window; resolves with its signed answer, or without one when it was closed, and with whether an attempt failed. */
async function openRazorpay({ keyId, orderId, amountPaise, currency }: NonNullable<Payment['gateway']>) {
  const Razorpay = await razorpayScript()
  let hasFailed = false
  const callback = await new Promise<z.infer<typeof Callback> | undefined>((resolve) => {
    const opened = new Razorpay({
      key: keyId,
      order_id: orderId,
      amount: amountPaise,
      currency,
      name: 'Readymade',
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined) },
    })
    opened.on('payment.failed', () => (hasFailed = true))
    opened.open()
  })
  return { callback, hasFailed }
}

function razorpayScript(): Promise<RazorpayScript> {
  const here = globalThis as typeof globalThis & { Razorpay?: RazorpayScript }
  if (here.Razorpay) return Promise.resolve(here.Razorpay)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://checkout.razorpay.com/v1/checkout.js'
    script.addEventListener('load', () => resolve(here.Razorpay!))
    script.addEventListener('error', () => reject(new Error('The payment page could not be loaded')))
    document.head.append(script)
  })
}

/** What the button of a payment says: one payment may be for several orders. */
export const payWords = ({ amount, orders }: Order['payment']) =>
  orders === 1 ? `Pay ${rupees(amount)}` : `Pay ${rupees(amount)} for ${counted(orders, 'Order')}`

/** The checkout of a payment that failed: the same items, at the price that their coupon made. */
export function retryAddress(
  paymentId: string,
  orders: readonly Pick<Order, 'paymentId' | 'coupon'>[],
): string {
  const used = orders.find((order) => order.paymentId === paymentId && order.coupon)
  return `/checkout?payment=${paymentId}${used?.coupon ? `&coupon=${encodeURIComponent(used.coupon)}` : ''}`
}
