import { counted } from '../kit/counted.ts'

/** What holds until staff set something else. */
export const usualRefundDays = 7

/** What is promised with every purchase that is paid for. It is kept with the order: a later change holds for later orders. */
export const refundPolicyOf = (days: number) => ({
  refundDays: days,
  refundPolicy: `You can ask for your money back within ${counted(days, 'day')} after you paid, if the project is not as described. Our staff read every request and decide.`,
})
