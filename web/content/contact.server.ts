import { data } from 'react-router'

import type { Api } from '#contract/client.ts'
import { contacts } from '#contract/content/contacts.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { textIn } from '../shell/form/use-form.ts'
import { problemOf } from '../shell/session/api.ts'

/** Read on the server, so that the page comes without the schemas. */
export const messageConstraints = constraintsOf(contacts.send.body)

/** Sends what the form holds; answers what to show, with the status of what went wrong. `otherwise` is said when the API said nothing. */
export async function sendMessage(api: Api, form: FormData, otherwise: string) {
  const entered = Object.fromEntries(fieldNames.map((name) => [name, textIn(form, name)])) as Entered
  try {
    // The API checks the fields, the subject too, and says what is wrong with each.
    const body = entered as Parameters<Api['contacts']['send']>[0]['body']
    const { answerBy } = await api.contacts.send({ body })
    return { sent: true as const, answerBy }
  } catch (thrown) {
    const { problem, status } = await refusalIn(thrown)
    const { message, fields } = problemOf({ problem }, otherwise)
    return data({ sent: false as const, entered, message, ...(fields && { fields }) }, status)
  }
}

/** What the API answered, as problemResponse carries it; anything else goes on. */
async function refusalIn(thrown: unknown) {
  if (!(thrown instanceof Response)) throw thrown
  return { problem: (await thrown.json()) as unknown, status: thrown.status }
}

const fieldNames = ['name', 'email', 'phone', 'subject', 'message', 'projectId'] as const
type Entered = Record<(typeof fieldNames)[number], string>
