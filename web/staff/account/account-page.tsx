import { textIn } from '../../forms/entered.ts'
import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { reload } from '../../ui/connection/reload.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { roleWords } from '../admins/role-words.ts'
import { renameStaff, requireStaff } from '../session.ts'
import type { Route } from './+types/account-page'
import type { AccountAnswer } from './change-form.tsx'
import { mistakesInChange } from './new-password.ts'
import { NameSheet, PasswordSheet } from './sheets.tsx'
import { TotpSheet } from './totp-sheet.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Your account | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader() {
  return (await requireStaff()).staff.profile()
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs): Promise<AccountAnswer> {
  const api = await requireStaff()
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

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load your account" onRetry={reload} />
}
