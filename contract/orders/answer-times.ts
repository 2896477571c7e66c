import { afterWorkingDays } from '../kit/format.ts'

/**
 * The working days within which we answer. A message: one, the 24 hours that the contact page promises. A refund
 * request: five, at most a week.
 */
const answerWorkingDays = { message: 1, refund: 5 } as const

/** Returns the time by which we answer a message or refund request. */
export const answerBy = (what: keyof typeof answerWorkingDays, sentAt: string | Date): Date =>
  afterWorkingDays(sentAt, answerWorkingDays[what])
