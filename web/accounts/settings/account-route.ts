import { redirect } from 'react-router'

import { emailChange } from '#contract/accounts/account-settings.ts'
import { personalData } from '#contract/members/personal-data.ts'

import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { clearSession, storeUser } from '../../shell/session/session.ts'
import { notify } from '../../ui/notices.tsx'

/** The address to which the account sections of Settings send their forms. */
export const accountAddress = '/profile/account'

export const clientAction = formActions<{ sentAt: number }>({
  'ask-email': formAction('Failed to send the codes', async ({ api, form }) => {
    await api.emailChange.ask({ body: checked(emailChange.ask.body, form) })
    return resendMessage(form)
  }),
  'confirm-email': formAction('Failed to change your email', async ({ api, form }) => {
    const body = checked(emailChange.confirm.body, form)
    const { user, message } = await api.emailChange.confirm({ body })
    storeUser(user)
    return message ?? 'Your email is changed.'
  }),
  'cancel-email': formAction('Request failed', async ({ api }) => {
    await api.emailChange.cancel()
  }),
  'end-session': formAction('Failed to sign out this device', async ({ api, form }) => {
    const { message } = await api.sessions.end({ params: { id: textIn(form, 'id') } })
    return message
  }),
  'end-others': formAction('Failed to sign out the other devices', async ({ api }) => {
    const { message } = await api.sessions.endOthers()
    return message
  }),
  export: formAction('Failed to collect your data', async ({ api }) => {
    const { message } = await api.personalData.askForExport()
    return message
  }),
  'ask-deletion': formAction('Failed to send the code', async ({ api, form }) => {
    const { sentAt } = await api.personalData.askForDeletion()
    return { done: resendMessage(form), sentAt: Date.parse(sentAt) }
  }),
  delete: formAction('Failed to delete your account', async ({ api, form }) => {
    const entered = { code: textIn(form, 'code'), givenUp: Number(textIn(form, 'givenUp')) }
    const body = checked(personalData.deleteAccount.body, entered)
    const { message } = await api.personalData.deleteAccount({ body })
    clearSession()
    notify(message ?? 'Your account is deleted.', { tone: 'done' })
    return redirect('/')
  }),
})

/** Returns a message for a resend only: the first time, the next step says where the code went. */
const resendMessage = (form: FormData) => (form.has('again') ? 'A new code is on its way.' : '')
