import type { Reply } from '#contract/kit/endpoint.ts'
import { type help, NewHelpMessage, NewHelpRequest } from '#contract/orders/help.ts'

import { formAction } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { heldText } from '../held-text.ts'

/** The actions of a help request on the pages of its buyer, its owner and staff; the address names the order. */
export const helpActions = {
  'open-help': formAction('Failed to send your request', async ({ api, form, params }) => {
    const body = checked(NewHelpRequest, {
      kind: textIn(form, 'kind'),
      text: textIn(form, 'text'),
      steps: form.getAll('steps'),
    })
    const reply = await api.help.open({ params, form: withPictures(form, body) })
    return (
      heldNote(reply) ??
      `Your request is sent. Its number is ${reply.requests[0]?.number}. We mail you the answer.`
    )
  }),
  'write-help': formAction('Failed to send your message', async ({ api, form, params }) => {
    const body = checked(NewHelpMessage, { text: textIn(form, 'text') })
    const reply = await api.help.write({ params, form: withPictures(form, body) })
    return heldNote(reply) ?? 'Your message is sent.'
  }),
  'solve-help': formAction('Failed to mark it as solved', async ({ api, params }) => {
    await api.help.change({ params, body: { status: 'solved' } })
    return 'Marked as solved.'
  }),
  'escalate-help': formAction('Failed to call our staff', async ({ api, params }) => {
    await api.help.change({ params, body: { status: 'escalated' } })
    return 'Our staff have it now.'
  }),
}

/** Makes the form that is sent: the checked texts, and the chosen pictures of what was entered. */
function withPictures(entered: FormData, texts: Record<string, string | readonly string[] | undefined>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts))
    for (const one of [value ?? []].flat()) form.append(name, one)
  for (const picture of entered.getAll('pictures')) form.append('pictures', picture)
  return form
}

/** The notice when what was just written waits for staff. */
const heldNote = ({ requests: [newest] }: Reply<typeof help.get>) =>
  newest?.messages.findLast(({ isOwn }) => isOwn)?.isHeld ? heldText('message') : undefined
