import type { RunAnswer } from '#contract/orders/run-answers.ts'

import type { Found } from '../database/connection.ts'
import type { answerOf } from './queries.ts'

type AnswerRow = Found<typeof answerOf>

/** What a buyer said; null when they said nothing, or have taken it back. */
export const toAnswer = ({ ran, reason, text, answeredAt }: AnswerRow): RunAnswer | null =>
  ran === null || !answeredAt
    ? null
    : { ran, reason: reason as RunAnswer['reason'], text, answeredAt: answeredAt.toISOString() }
