import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { FormError, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storeStaffName, roleLabels } from '../../shell/session/staff-session.ts'
import type { Route } from './+types/account-page'
import { passwordChangeErrors, NameSheet, PasswordSheet } from './change-form.tsx'
import { type Enrolment, TotpSheet } from './totp-sheet.tsx'

export const handle: PageHandle = {
  title: 'Your account',
  failure: 'Failed to load your account',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(apiContext).staff.profile()
}

const failure = 'Failed to save'

export const clientAction = formActions<Enrolment>({
  name: formAction(failure, async ({ api, form }) => {
    const { admin } = await api.staff.updateProfile({ body: { name: textIn(form, 'name') } })
    storeStaffName(admin.name)
    return 'Your name is saved.'
  }),
  password: formAction(failure, async ({ api, form }) => {
    const body = {
      currentPassword: textIn(form, 'currentPassword'),
      newPassword: textIn(form, 'newPassword'),
    }
    const fields = passwordChangeErrors(body, textIn(form, 'again'))
    if (fields) throw new FormError({ fields })
    const { message } = await api.staff.changePassword({ body })
    return message
  }),
  begin: formAction(failure, async ({ api, form }) => {
    const { secret, qr } = await api.totp.begin({
      body: { currentPassword: textIn(form, 'currentPassword') },
    })
    return { secret, qr }
  }),
  confirm: formAction(failure, async ({ api, form }) => {
    const { recoveryCodes } = await api.totp.confirm({ body: { code: textIn(form, 'code') } })
    return { recoveryCodes }
  }),
  remove: formAction(failure, async ({ api, form }) => {
    const body = { currentPassword: textIn(form, 'currentPassword'), code: textIn(form, 'code') }
    await api.totp.remove({ body })
    return 'Signing in no longer asks for a code.'
  }),
})

export default function AccountPage({ loaderData: { admin } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28">Your account</h1>
      <p className="text-13 text-quiet mt-1 mb-6">
        {admin.email}, {roleLabels[admin.role]}
      </p>
      <div className="flex max-w-3xl flex-col gap-6">
        <NameSheet name={admin.name} />
        <PasswordSheet />
        <TotpSheet account={admin} />
      </div>
    </>
  )
}
