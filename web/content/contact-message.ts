import type { Api } from '#contract/client.ts'

import { textIn } from '../shell/form/use-form.ts'

/** The values of the contact form. The number of a chosen order stands above the message, by which staff find it. */
export function enteredIn(form: FormData): Entered {
  const entered = Object.fromEntries(fieldNames.map((name) => [name, textIn(form, name)])) as Entered
  const order = textIn(form, 'order')
  const isNamed = order === '' || entered.message === '' || entered.message.includes(order)
  return isNamed ? entered : { ...entered, message: `Order ${order}\n\n${entered.message}` }
}

/** Sends the contact form as the caller of the API, which validates the fields and names the mistakes. */
export async function sendEntered(api: Api, entered: Entered) {
  const body = entered as Parameters<Api['contacts']['send']>[0]['body']
  const { answerBy, number, statusPage } = await api.contacts.send({ body })
  return { sent: true as const, answerBy, number, statusPage }
}

const fieldNames = ['name', 'email', 'phone', 'subject', 'message', 'projectId'] as const
type Entered = Record<(typeof fieldNames)[number], string>
