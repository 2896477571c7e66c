import { accounts } from '#contract/accounts.ts'
import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/kit/endpoint.ts'

import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import type { FormAnswer } from '../../forms/use-form.ts'
import { problemOf } from '../../problem-of.ts'
import { rememberUser } from '../../session/session.ts'
import { addressFields, socialFields } from './fields.ts'

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
    rememberUser(user)
    return { done: message ?? 'Saved.' }
  } catch (thrown) {
    return problemOf(thrown)
  }
}

type Body = Call<typeof accounts.updateProfile>['body']

function detailsIn(form: FormData): Body {
  const text = (name: string) => textIn(form, name)
  const texts = (fields: readonly { name: string }[]) =>
    Object.fromEntries(fields.map(({ name }) => [name, text(name)]))
  return {
    name: text('name'),
    phone: text('phone'),
    college: text('college'),
    course: text('course'),
    year: text('year') as NonNullable<Body['year']>,
    address: texts(addressFields),
    socialMedia: texts(socialFields),
  }
}

const preferenceIn = (form: FormData): Body => ({
  preferences: { [textIn(form, 'preference')]: textIn(form, 'value') === 'true' },
})
