import type { ReceivedAnswer, RunAnswer } from '#contract/orders/run-answers.ts'

import type { Found } from '../database/connection.ts'
import type { answerOf, answersOf } from './queries.ts'

type AnswerRow = Found<typeof answerOf>

/** What a buyer said; null when they said nothing, or have taken it back. */
export const toAnswer = ({ ran, reason, text, answeredAt }: AnswerRow): RunAnswer | null =>
  ran === null || !answeredAt
    ? null
    : { ran, reason: reason as RunAnswer['reason'], text, answeredAt: answeredAt.toISOString() }

/** The same for the owner of the project, without who it was. */
export const toReceived = ({ answeredAt, ...row }: Found<typeof answersOf>[number]): ReceivedAnswer => ({
  ran: row.ran!,
  reason: row.reason as ReceivedAnswer['reason'],
  text: row.text,
  answeredAt: answeredAt!.toISOString(),
  isFree: row.isFree,
})
