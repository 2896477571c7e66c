import type { Api } from '#contract/client.ts'
import { runAnswers, type RunTrouble } from '#contract/orders/run-answers.ts'

import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { problemOf } from '../../problem-of.ts'
import type { OrderAnswer } from '../refund/refund-section.tsx'
import { runDraft } from './run-section.tsx'

/** Keeps what a buyer says of whether it ran. */
export async function actOnRun(api: Api, id: string, form: FormData): Promise<OrderAnswer> {
  const said = textIn(form, 'ran')
  if (said !== 'yes' && said !== 'no') return { fields: { ran: 'Choose Yes or No' } }
  const reason = (said === 'no' && textIn(form, 'reason')) || null
  const body = { ran: said === 'yes', reason: reason as RunTrouble | null, text: textIn(form, 'text') }
  const mistakes = mistakesIn(runAnswers.set.body, body)
  if (mistakes) return mistakes
  try {
    await api.runAnswers.set({ params: { id }, body })
    dropDraft(runDraft)
    return { done: 'Thank you. Your answer is kept.' }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save your answer')
    return { code, message, fields }
  }
}
