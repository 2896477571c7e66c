import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailAddress, mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { holdMinutes } from '../coupons/queries.ts'
import type { PaymentRow } from '../payment-queries.ts'

const refundKind: NecessaryKind = { name: 'refund', why: 'you bought on Readymade' }
const heldKind: NecessaryKind = { name: 'held payment', why: 'you bought on Readymade' }

/** Tells a buyer that one of two payments for the same orders, of an amount in paise, goes back. */
export const mailPaidTwice = (
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  returnedPaise: number,
) =>
  mailAboutPayment(dependencies, trx, refundKind, payment, {
    subject: 'You paid twice, so we return one payment',
    paragraphs: [
      `Two payments reached us for the same order. One of them, ${amount(returnedPaise)}, goes back the way you paid.`,
      'Banks take up to 7 working days. You need not do anything.',
    ],
  })

/** Tells a buyer that their money has come, but not as it was asked for, so that staff look at it. */
export const mailHeld = (dependencies: Dependencies, trx: Connection, payment: PaymentRow) =>
  mailAboutPayment(dependencies, trx, heldKind, payment, {
    subject: 'We have your payment, and our staff look at it',
    paragraphs: [
      `A payment reached us for your order of ${amount(payment.amountPaise)}, but not as the order asked for it. Our staff look at it: either you get what you ordered, or the money goes back the way you paid.`,
      'You need not pay again. You get an email when it is decided.',
    ],
  })

/** Tells a buyer that the payment service returned their money, in paise, before anything was delivered. */
export const mailReturned = (
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  returnedPaise: number,
) =>
  mailAboutPayment(dependencies, trx, refundKind, payment, {
    subject: 'Your payment went back to you',
    paragraphs: [
      `The payment service returned your payment before anything was delivered: ${amount(returnedPaise)} goes back the way you paid. Your order is cancelled.`,
      'Banks take up to 7 working days. You need not do anything.',
    ],
  })

/** Tells a buyer that staff return a held payment, in paise. */
export const mailHeldReturned = (
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  returnedPaise: number,
) =>
  mailAboutPayment(dependencies, trx, refundKind, payment, {
    subject: 'Your payment goes back to you',
    paragraphs: [
      `Your payment did not reach us as the order of ${amount(payment.amountPaise)} asked for it, so nothing was delivered, and ${amount(returnedPaise)} goes back the way you paid. You can order again.`,
      'Banks take up to 7 working days. You need not do anything.',
    ],
  })

/** Mails a buyer about a payment, with a button to it; nobody whose account is closed or deleted. */
async function mailAboutPayment(
  dependencies: Dependencies,
  trx: Connection,
  kind: NecessaryKind,
  { id, memberId }: PaymentRow,
  content: Omit<EmailContent, 'button'>,
) {
  const button = {
    label: 'Look at the Payment',
    url: `${dependencies.config.publicUrl}/orders/payments/${id}`,
  }
  await mailMember(dependencies, trx, kind, memberId, { ...content, button }, { about: `payment ${id}` })
}

/** Tells the holder of a deactivated account, who gets no other emails, that a payment goes back. */
export async function mailAccountClosed(dependencies: Dependencies, trx: Connection, payment: PaymentRow) {
  const buyer = await memberById(trx, payment.memberId)
  if (!buyer || buyer.erasedAt) return
  await mailAddress(dependencies, trx, refundKind, buyer.email, {
    subject: 'Your payment goes back to you',
    paragraphs: [
      `A payment of ${amount(payment.amountPaise)} reached us after your account was deactivated. Nothing was delivered, and the whole payment goes back the way you paid.`,
      'Banks take up to 7 working days. You need not do anything.',
    ],
    button: { label: 'Write to Us', url: `${dependencies.config.publicUrl}/contact` },
  })
}

/** Tells a buyer that a payment goes back because the coupon of its checkout cannot be used any more, and why. */
export const mailCouponEnded = (
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  { code, objection }: { code: string; objection: string },
) =>
  mailAboutPayment(dependencies, trx, refundKind, payment, {
    subject: 'Your payment goes back to you',
    paragraphs: [
      `Your payment of ${amount(payment.amountPaise)} reached us when its checkout did not hold the coupon ${code} any more: a checkout holds its coupon for ${holdMinutes} minutes, or until it fails or another one takes its place.`,
      `The coupon cannot be used again. ${objection}`,
      'Nothing was delivered, and the whole payment goes back the way you paid. Banks take up to 7 working days. You need not do anything.',
    ],
  })

const amount = (paise: number) => inRupees(rupeesOf(paise))
