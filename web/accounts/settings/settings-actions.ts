import type { EmailChange, Session } from '#contract/accounts/account-settings.ts'
import { accounts, Address, SocialMedia, type User, UserData } from '#contract/accounts/accounts.ts'
import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/kit/endpoint.ts'
import type { DataExport, Deletion } from '#contract/members/personal-data.ts'

import { formAction } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { storeUser } from '../../shell/session/session.ts'

/**
 * The data of the account sections of Settings. A part that could not be loaded is undefined, and its section says
 * so.
 */
export interface AccountData {
  sessions: Session[] | undefined
  change: EmailChange | null | undefined
  dataExport: DataExport | null | undefined
  deletion: Deletion | undefined
}

/** Loads the data of the account sections; a part that fails is undefined. Rethrows redirects. */
export async function loadAccount(api: Api): Promise<AccountData> {
  const [sessions, change, dataExport, deletion] = await Promise.all([
    orUndefined(api.sessions.mine()),
    orUndefined(api.emailChange.pending()),
    orUndefined(api.personalData.export()),
    orUndefined(api.personalData.deletion()),
  ])
  return {
    sessions: sessions?.sessions,
    change: change?.change,
    dataExport: dataExport?.export,
    deletion: deletion?.deletion,
  }
}

const orUndefined = <Value>(loading: Promise<Value>): Promise<Value | undefined> =>
  loading.catch((thrown: unknown) => {
    if (thrown instanceof Response) throw thrown
    return undefined
  })

/** The message that the page shows above its tabs after saving. */
export type Saved = { saved: string }

/** Saves a form of Settings: one switch when the form has a `preference`, otherwise the details. */
export const saveSettings = formAction<Saved>(undefined, async ({ api, form }) => {
  const entered = form.has('preference') ? preferenceIn(form) : detailsIn(form)
  const body = checked(accounts.updateProfile.body, entered)
  const { user, message } = await api.accounts.updateProfile({ body })
  storeUser(user)
  return { saved: message ?? 'Saved.' }
})

type Body = Call<typeof accounts.updateProfile>['body']

/** Returns the details that differ from those shown when the form was opened. */
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

const { name, phone, college, course, year } = constraintsOf(UserData)

/** The name of the draft of unsaved details. */
export const detailsDraft = 'details'

/** The HTML constraints of the fields of the details. */
export const constraints = {
  name,
  phone,
  college,
  course,
  year,
  ...constraintsOf(Address),
  ...constraintsOf(SocialMedia),
}

export const addressFields = [
  { name: 'street', label: 'Street', autoComplete: 'street-address' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code', inputMode: 'numeric' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
] as const

export const socialFields = [
  { name: 'linkedin', label: 'LinkedIn', placeholder: 'https://www.linkedin.com/in/…' },
  { name: 'instagram', label: 'Instagram', placeholder: 'https://www.instagram.com/…' },
  { name: 'twitter', label: 'Twitter', placeholder: 'https://x.com/…' },
  { name: 'facebook', label: 'Facebook', placeholder: 'https://www.facebook.com/…' },
  { name: 'youtube', label: 'YouTube', placeholder: 'https://www.youtube.com/@…' },
] as const

/** Returns a member's values for the fields of the details, by field name. */
export function detailsOf({ name, phone, college, course, year, address, socialMedia }: User) {
  return { name, phone, college, course, year, ...address, ...socialMedia }
}
