import { redirect } from 'react-router'

import { emailChange, personalData } from '#contract/accounts/account-settings.ts'
import type { Api } from '#contract/client.ts'

import { type FormAnswer, mistakesIn, textIn } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { forgetSession, rememberUser } from '../../shell/session/session.ts'
import { notify } from '../../ui/notices.tsx'
import type { Route } from './+types/account-route'

/** Where the account sections of Settings send their forms. */
export const accountAddress = '/profile/account'

/** What came of it: a sentence of success, or what to mend. */
export interface AccountAnswer extends FormAnswer {
  intent: string
  done?: string
  /** When a code was mailed, as milliseconds since 1970. */
  sentAt?: number
}

export async function clientAction({
  context,
  request,
}: Route.ClientActionArgs): Promise<AccountAnswer | Response> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const intent = textIn(form, 'intent')
  const act = acts[intent]
  if (!act) return { intent, message: 'Request failed' }
  try {
    const answer = await act.do(api, (name) => textIn(form, name))
    return answer instanceof Response ? answer : { intent, ...answer }
  } catch (thrown) {
    const { message, fields } = problemOf(thrown, act.failure)
    return { intent, message, fields }
  }
}

type Done = Omit<AccountAnswer, 'intent'> | Response
interface Act {
  /** What is said when the server says nothing. */
  failure: string
  do(api: Api, text: (name: string) => string): Promise<Done>
}

const acts: Record<string, Act> = {
  'ask-email': {
    failure: 'Failed to send the codes',
    do: async (api, text) => {
      const body = { email: text('email') }
      const mistakes = mistakesIn(emailChange.ask.body, body)
      return mistakes ?? { done: (await api.emailChange.ask({ body })).message ?? '' }
    },
  },
  'confirm-email': {
    failure: 'Failed to change your email',
    do: async (api, text) => {
      const body = { code: text('code'), emailCode: text('emailCode') }
      const mistakes = mistakesIn(emailChange.confirm.body, body)
      if (mistakes) return mistakes
      const { user, message } = await api.emailChange.confirm({ body })
      rememberUser(user)
      notify(message ?? 'Your email is changed.', { tone: 'done' })
      return { done: message ?? '' }
    },
  },
  'cancel-email': {
    failure: 'Request failed',
    do: async (api) => {
      await api.emailChange.cancel()
      return { done: '' }
    },
  },
  'end-session': {
    failure: 'Failed to sign out this device',
    do: async (api, text) => ({
      done: (await api.sessions.end({ params: { id: text('id') } })).message ?? '',
    }),
  },
  'end-others': {
    failure: 'Failed to sign out the other devices',
    do: async (api) => ({ done: (await api.sessions.endOthers()).message ?? '' }),
  },
  export: {
    failure: 'Failed to collect your data',
    do: async (api) => ({ done: (await api.personalData.askForExport()).message ?? '' }),
  },
  'ask-deletion': {
    failure: 'Failed to send the code',
    do: async (api) => {
      const { sentAt, message } = await api.personalData.askForDeletion()
      return { done: message ?? '', sentAt: Date.parse(sentAt) }
    },
  },
  delete: {
    failure: 'Failed to delete your account',
    do: async (api, text) => {
      const body = { code: text('code'), givenUp: Number(text('givenUp')) }
      const mistakes = mistakesIn(personalData.deleteAccount.body, body)
      if (mistakes) return mistakes
      const { message } = await api.personalData.deleteAccount({ body })
      forgetSession()
      notify(message ?? 'Your account is deleted.', { tone: 'done' })
      return redirect('/')
    },
  },
}
