import type { Api } from '#contract/client.ts'

import { textIn } from '../shell/form/use-form.ts'

/** The values of the contact form. */
export const enteredIn = (form: FormData) =>
  Object.fromEntries(fieldNames.map((name) => [name, textIn(form, name)])) as Entered

/** Sends the contact form as the caller of the API, which validates the fields and names the mistakes. */
export async function sendEntered(api: Api, entered: Entered) {
  const body = entered as Parameters<Api['contacts']['send']>[0]['body']
  const { answerBy, number, statusPage } = await api.contacts.send({ body })
  return { sent: true as const, answerBy, number, statusPage }
}

const fieldNames = ['name', 'email', 'phone', 'subject', 'message', 'projectId'] as const
type Entered = Record<(typeof fieldNames)[number], string>
