import type { Api } from '#contract/client.ts'
import { type PayoutAction, type PayoutResult, payouts } from '#contract/orders/payouts.ts'

import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import type { FormAnswer } from '../../forms/use-form.ts'
import { problemOf } from '../../problem-of.ts'

/** What came of what staff did with payouts, one by one. */
export type PayoutAnswer = FormAnswer & { results?: PayoutResult[] }

/** Does with payouts what a form of staff says. */
export async function changePayouts(api: Api, form: FormData): Promise<PayoutAnswer> {
  try {
    if (form.get('action') === 'pay') return await pay(api, paymentsIn(form))
    const body = {
      action: textIn(form, 'action') as PayoutAction,
      ids: form.getAll('id').map(String),
      note: textIn(form, 'note'),
    }
    if (body.ids.length === 0) return { message: 'Select the payouts first.' }
    const mistakes = mistakesIn(payouts.act.body, body)
    return mistakes ?? { results: (await api.payouts.act({ body })).results }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save your decision. Please try again.')
    return { code, message, fields }
  }
}

async function pay(api: Api, payments: { number: string; reference: string }[]): Promise<PayoutAnswer> {
  if (payments.length === 0) return { fields: { list: 'Enter a payout and its reference' } }
  const field = payments.length === 1 ? 'reference' : 'list'
  const mistakes = mistakesIn(payouts.pay.body, { payments })
  if (mistakes) return { message: mistakes.message, fields: { [field]: mistakes.message! } }
  return { results: (await api.payouts.pay({ body: { payments } })).results }
}

/** One payout with its reference, or lines of a number and a reference with a comma, a tab or spaces between. */
function paymentsIn(form: FormData) {
  const number = textIn(form, 'number')
  if (number) return [{ number, reference: textIn(form, 'reference') }]
  const lines = textIn(form, 'list').split('\n')
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [first = '', ...rest] = line.split(/[\s,;]+/)
      return { number: first, reference: rest.join('') }
    })
}
