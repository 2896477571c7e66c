import { redirect } from 'react-router'

import { counted, rupees } from '#contract/kit/format.ts'
import type { z } from '#contract/kit/zod.ts'
import type { Callback, Order, Payment } from '#contract/orders/orders.ts'

import { problemOf } from '../shell/session/api.ts'
import { memberApi } from '../shell/session/member-api.ts'

/**
 * Redirects to the gateway's page for an open payment, or opens the gateway's window and then redirects to the
 * payment's own page.
 */
export async function startPayment(payment: Payment) {
  const home = `/orders/payments/${payment._id}`
  const { gateway } = payment
  if (!gateway) return redirect(home)
  if (gateway.payUrl) return redirect(`${gateway.payUrl}?payment=${payment._id}`)
  const { callback, hasFailed } = await openRazorpay(gateway)
  if (callback) await sendGatewayCallback(callback)
  return redirect(hasFailed && !callback ? failedAddress(home) : home)
}

/**
 * The problem of a checkout that did not reach the gateway. When the fault is ours, the message adds that nothing was
 * charged, because payers ask that first. A refusal keeps the server's message, which says what to change.
 */
export function payProblem(thrown: unknown) {
  const problem = problemOf(thrown, unreachableMessage)
  const isFault = problem.code === 'internal' || problem.code === 'unavailable'
  if (!isFault || problem.message.includes(notCharged)) return problem
  const again = /try again/i.test(problem.message) ? '' : '; please try again'
  return { ...problem, message: `${problem.message.replace(/\.?$/, '.')} ${notCharged}${again}.` }
}

const notCharged = 'Nothing was charged'

/** The message when the server did not answer an attempt to pay. The gateway has not been reached in this case. */
export const unreachableMessage = `We could not be reached. ${notCharged}; please try again.`

/** The address of a payment whose last attempt failed according to the gateway's window. */
export const failedAddress = (home: string) => `${home}?tried=failed`

/** Sends the gateway's signed callback to the server. When that fails, the webhook settles the payment all the same. */
export async function sendGatewayCallback(callback: z.infer<typeof Callback>): Promise<void> {
  const api = await memberApi()
  await api.orders.callback({ body: callback }).catch(() => {})
}

interface RazorpayWindow {
  open(): void
  on(event: 'payment.failed', listener: () => void): void
}
type RazorpayScript = new (options: object) => RazorpayWindow

/**
 * Opens Razorpay's window. Resolves with its signed callback, or without one when it was closed, and with whether an
 * attempt failed.
 */
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

/** The label of the button that pays a payment, which may be for several orders. */
export const payButtonLabel = ({ amount, orders }: Order['payment']) =>
  orders === 1 ? `Pay ${rupees(amount)}` : `Pay ${rupees(amount)} for ${counted(orders, 'Order')}`

/** The address of the checkout for a failed payment, with the same items and coupon. */
export function retryAddress(
  paymentId: string,
  orders: readonly Pick<Order, 'paymentId' | 'coupon'>[],
): string {
  const used = orders.find((order) => order.paymentId === paymentId && order.coupon)
  return `/checkout?payment=${paymentId}${used?.coupon ? `&coupon=${encodeURIComponent(used.coupon)}` : ''}`
}
