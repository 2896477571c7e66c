import { counted } from '../kit/counted.ts'

/** What holds until staff set something else. */
export const usualRefundDays = 7

/** What is promised with every purchase that is paid for. It is kept with the order: a later change holds for later orders. */
export const refundPolicyOf = (days: number) => ({
  refundDays: days,
  refundPolicy: `You can ask for your money back within ${counted(days, 'day')} after you paid, if the project is not as described. Our staff read every request and decide.`,
})

/** What is left to a buyer whose request was declined. */
export const afterDecline = [
  'If we overlooked something, write to us with the number of the order. Our staff read it, and can still refund the order.',
  'You can complain, by the form on our contact page or to the grievance contact if one is named there. A complaint is acknowledged within 48 hours and answered within one month.',
  'Your bank can look into the payment: ask it how to dispute one. It decides by itself, and has time limits of its own.',
] as const
