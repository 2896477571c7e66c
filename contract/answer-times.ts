import { afterWorkingDays } from './format.ts'

/**
 * How many working days we take to answer, by what was sent. A message: one, the 24 hours that the contact page promises.
 * A refund request: five, which is a week at most.
 */
const answerWorkingDays = { message: 1, refund: 5 } as const

/** Until when we answer what was sent at a time. */
export const answerBy = (what: keyof typeof answerWorkingDays, sentAt: string | Date): Date =>
  afterWorkingDays(sentAt, answerWorkingDays[what])
