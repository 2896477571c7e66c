import { Form, useNavigation, useSubmit } from 'react-router'

import { type FormAnswer, textIn, useForm } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { anonymousApi, forgetStaff } from '../../shell/session/staff-session.ts'
import { SignInFrame } from '../../shell/sign-in-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/password-page'
import { mistakesInNew, passwordHint } from './change-form.tsx'

export const handle: PageHandle = {
  title: 'Set your password',
  titleEnd: 'Readymade staff',
}

type PasswordAnswer = FormAnswer & { done?: string | undefined; isOver?: boolean }

/** The token stands in the fragment of the address: no server sees it before it is used. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<PasswordAnswer> {
  const form = await request.formData()
  const [password, again] = [textIn(form, 'password'), textIn(form, 'again')]
  const linkToken = textIn(form, 'linkToken')
  if (!linkToken) return { message: 'This link is incomplete. Open it from the email again.' }
  const fields = mistakesInNew(password, again)
  if (fields) return { fields }
  try {
    const api = await anonymousApi()
    const { message } = await api.staff.setPassword({ body: { linkToken, password } })
    forgetStaff()
    return { done: message }
  } catch (thrown) {
    const { message, fields, code } = problemOf(thrown, 'Failed to set the password. Please try again.')
    return code === 'expired' ? { message: isOverText, isOver: true } : { message, fields }
  }
}

const isOverText = 'This link has expired or was used. Ask a super admin to mail you another one.'

/** Where the link leads that is mailed to set a password. */
export default function PasswordPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const submit = useSubmit()
  const { ref, message, field } = useForm(constraints, actionData)
  return (
    <SignInFrame title={actionData?.done ? 'Password set' : 'Set your password'}>
      {actionData?.done ? (
        <div className="mt-8 flex flex-col gap-5">
          <Callout tone="verified">{actionData.done}</Callout>
          <ButtonLink to="/admin/login" size="large" wide>
            Sign In
          </ButtonLink>
        </div>
      ) : (
        <Form
          ref={ref}
          method="post"
          className="mt-8 flex flex-col gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const { hash, pathname } = location
            const form = new FormData(event.currentTarget)
            form.set('linkToken', hash.slice(1))
            // The address keeps the token: who typed a weak password tries again, also after a reload.
            void submit(form, { method: 'post', action: `${pathname}${hash}`, replace: true })
          }}
        >
          {message && <Callout tone="stopped" {...message} />}
          {actionData?.isOver ? (
            <ButtonLink to="/admin/login" tone="quiet" wide>
              Go to Sign-in
            </ButtonLink>
          ) : (
            <>
              <Field label="New password" hint={passwordHint} {...field('password')}>
                <TextInput type="password" autoComplete="new-password" />
              </Field>
              <Field label="Once more" {...field('again')}>
                <TextInput type="password" autoComplete="new-password" />
              </Field>
              <Button type="submit" size="large" wide needsScripts pending={busy} pendingText="Saving...">
                Set Password
              </Button>
            </>
          )}
        </Form>
      )}
    </SignInFrame>
  )
}

const constraints = {
  password: { required: true, maxLength: 200 },
  again: { required: true, maxLength: 200 },
} as const
