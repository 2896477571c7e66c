import { type DecisionTime, decisionTimes } from '#contract/content/content.ts'
import { counted } from '#contract/kit/format.ts'

/** Says how long staff took to decide about projects lately. */
export const decisionTimeText = ({ decisions, medianHours }: DecisionTime): string =>
  `Half of our ${decisions} decisions in the last ${decisionTimes.days} days came within ${timeText(medianHours)}.`

/** Names a time in whole hours, from two days on in whole days, rounded up. */
const timeText = (hours: number) =>
  hours <= 48 ? counted(Math.max(1, hours), 'hour') : counted(Math.ceil(hours / 24), 'day')
