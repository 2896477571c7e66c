import { data } from 'react-router'

import type { Api } from '#contract/client.ts'
import { contacts } from '#contract/content/contacts.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { problemOf } from '../shell/session/api.ts'
import { enteredIn, sendEntered } from './contact-message.ts'

/** The constraints of the contact form, read on the server so that the page loads no schemas. */
export const messageConstraints = constraintsOf(contacts.send.body)

/**
 * Sends the form and returns the result to show, with the HTTP status of a failure. `otherwise` is the message when the
 * API gave none.
 */
export async function sendMessage(api: Api, form: FormData, otherwise: string) {
  const entered = enteredIn(form)
  try {
    return await sendEntered(api, entered)
  } catch (thrown) {
    const { problem, status } = await refusalIn(thrown)
    const { message, fields } = problemOf({ problem }, otherwise)
    return data({ sent: false as const, entered, message, ...(fields && { fields }) }, status)
  }
}

/** The problem in a response of the API, as problemResponse writes it. Rethrows anything else. */
async function refusalIn(thrown: unknown) {
  if (!(thrown instanceof Response)) throw thrown
  return { problem: (await thrown.json()) as unknown, status: thrown.status }
}
