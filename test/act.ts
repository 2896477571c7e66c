import { RouterContextProvider } from 'react-router'

import type { Api } from '#contract/client.ts'

import type { formAction } from '../web/shell/form/action-form.tsx'
import { provideApi } from '../web/shell/session/api.ts'

/** Sends a form to an action of a page and returns its answer, with the status when the action sets one. */
export async function runAction(
  action: ReturnType<typeof formAction>,
  api: object,
  fields: Record<string, string>,
): Promise<{ answer: unknown; status: number | undefined }> {
  const context = new RouterContextProvider()
  provideApi(context, api as Api)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Request('http://localhost/page', { method: 'POST', body: form })
  const outcome: object = await action({ context, request, params: { id: '1' } })
  return 'init' in outcome && 'data' in outcome
    ? { answer: outcome.data, status: (outcome.init as ResponseInit).status }
    : { answer: outcome, status: undefined }
}
