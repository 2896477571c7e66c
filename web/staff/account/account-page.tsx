import { textIn, unlessUnanswered } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { renameStaff, roleWords } from '../../shell/session/staff-session.ts'
import type { Route } from './+types/account-page'
import { type AccountAnswer, mistakesInChange, NameSheet, PasswordSheet } from './change-form.tsx'
import { TotpSheet } from './totp-sheet.tsx'

export const handle: PageHandle = {
  title: 'Your account',
  failure: 'Failed to load your account',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(apiContext).staff.profile()
}

export async function clientAction({ context, request }: Route.ClientActionArgs): Promise<AccountAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const typed = (name: string) => textIn(form, name)
  const [currentPassword, code] = [typed('currentPassword'), typed('code')]
  try {
    switch (typed('do')) {
      case 'name': {
        const { admin } = await api.staff.updateProfile({ body: { name: typed('name') } })
        renameStaff(admin.name)
        return { done: 'Your name is saved.' }
      }
      case 'password': {
        const body = { currentPassword, newPassword: typed('newPassword') }
        const fields = mistakesInChange(body, typed('again'))
        if (fields) return { fields }
        return { done: (await api.staff.changePassword({ body })).message }
      }
      case 'begin': {
        const { secret, qr } = await api.totp.begin({ body: { currentPassword } })
        return { enrolment: { secret, qr } }
      }
      case 'confirm': {
        const { recoveryCodes } = await api.totp.confirm({ body: { code } })
        return { recoveryCodes }
      }
      default:
        await api.totp.remove({ body: { currentPassword, code } })
        return { done: 'Signing in no longer asks for a code.' }
    }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AccountPage({ loaderData: { admin } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28">Your account</h1>
      <p className="text-13 text-quiet mt-1 mb-6 font-mono">
        {admin.email}, {roleWords[admin.role]}
      </p>
      <div className="flex max-w-3xl flex-col gap-6">
        <NameSheet name={admin.name} />
        <PasswordSheet />
        <TotpSheet account={admin} />
      </div>
    </>
  )
}
