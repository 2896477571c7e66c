import type { Api } from '#contract/client.ts'
import { refundRequests } from '#contract/orders/refund-requests.ts'

import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { problemOf } from '../../problem-of.ts'
import { type OrderAnswer, refundDraft } from './refund-section.tsx'

/** Asks for the refund of an order, or takes the request back, as the form says. */
export async function actOnRefund(api: Api, id: string, form: FormData): Promise<OrderAnswer> {
  const of = { params: { id } }
  try {
    if (textIn(form, 'intent') === 'withdraw') {
      await api.refundRequests.withdraw(of)
      return { done: 'Your request is withdrawn.' }
    }
    const body = { reason: textIn(form, 'reason') }
    const mistakes = mistakesIn(refundRequests.ask.body, body)
    if (mistakes) return mistakes
    await api.refundRequests.ask({ ...of, body })
    dropDraft(refundDraft)
    return { done: 'Your request is sent.' }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to send the request')
    return { code, message, fields }
  }
}
