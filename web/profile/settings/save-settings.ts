import { accounts } from '#contract/accounts.ts'
import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/kit/endpoint.ts'

import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import type { FormAnswer } from '../../forms/use-form.ts'
import { problemOf } from '../../problem-of.ts'
import { rememberUser } from '../../session/session.ts'
import { addressFields, detailsDraft, socialFields } from './fields.ts'

/** What saving came to: a message of success, or what to mend. */
export interface Saved extends FormAnswer {
  done?: string
}

/** Saves what a section of Settings sent; `preference` names one switch, everything else is the details. */
export async function saveSettings(api: Api, form: FormData): Promise<Saved> {
  const body = form.has('preference') ? preferenceIn(form) : detailsIn(form)
  const mistakes = mistakesIn(accounts.updateProfile.body, body)
  if (mistakes) return mistakes
  try {
    const { user, message } = await api.accounts.updateProfile({ body })
    if (!form.has('preference')) dropDraft(detailsDraft)
    rememberUser(user)
    return { done: message ?? 'Saved.' }
  } catch (thrown) {
    return problemOf(thrown)
  }
}

type Body = Call<typeof accounts.updateProfile>['body']

/** The details that are not as they were when the form was opened. */
function detailsIn(form: FormData): Body {
  const shown = JSON.parse(textIn(form, 'shown')) as Record<string, string | null>
  const changed = (fields: readonly { name: string }[]) =>
    Object.fromEntries(
      fields
        .map(({ name }) => [name, textIn(form, name)] as const)
        .filter(([name, text]) => text !== (shown[name] ?? '')),
    )
  return {
    ...changed(ownFields),
    address: changed(addressFields),
    socialMedia: changed(socialFields),
  }
}

const ownFields = ['name', 'phone', 'college', 'course', 'year'].map((name) => ({ name }))

const preferenceIn = (form: FormData): Body => ({
  preferences: { [textIn(form, 'preference')]: textIn(form, 'value') === 'true' },
})
