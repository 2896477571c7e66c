import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { FormError, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { clearStaffSession } from '../../shell/session/staff-session.ts'
import { SignInFrame } from '../../shell/sign-in-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import { newPasswordErrors, passwordHint } from './change-form.tsx'

export const handle: PageHandle = {
  title: 'Set your password',
  titleEnd: 'Readymade staff',
}

/** Sets a password. The token is in the fragment of the address, so that no server sees it before it is used. */
export const clientAction = formAction<{ outcome: string }>(notSet, async ({ api, form }) => {
  const [password, linkToken] = [textIn(form, 'password'), textIn(form, 'linkToken')]
  if (!linkToken) throw new FormError({ message: 'This link is incomplete. Open it from the email again.' })
  const fields = newPasswordErrors(password, textIn(form, 'again'))
  if (fields) throw new FormError({ fields })
  const { message } = await api.staff.setPassword({ body: { linkToken, password } })
  clearStaffSession()
  return { outcome: message ?? 'Password set' }
})

function notSet(thrown: unknown) {
  const problem = problemOf(thrown, 'Failed to set the password. Please try again.')
  if (problem.code !== 'expired') return problem
  const message = 'This link has expired or was used. Ask a super admin to mail you another one.'
  return { code: problem.code, message }
}

/** The page of the emailed link that sets a password. */
export default function PasswordPage() {
  const form = useActionForm<keyof typeof constraints, { outcome: string }>(constraints)
  const { outcome, code } = form.answer ?? {}
  return (
    <SignInFrame title={outcome ? 'Password set' : 'Set your password'}>
      {outcome ? (
        <div className="mt-8 flex flex-col gap-5">
          <Callout tone="verified" shown>
            {outcome}
          </Callout>
          <ButtonLink to="/admin/login" size="large" wide>
            Sign In
          </ButtonLink>
        </div>
      ) : (
        <ActionForm
          form={form}
          className="mt-8 flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            const fields = new FormData(event.currentTarget)
            fields.set('linkToken', location.hash.slice(1))
            form.send(fields)
          }}
        >
          {code === 'expired' ? (
            <ButtonLink to="/admin/login" tone="quiet" wide>
              Go to Sign-in
            </ButtonLink>
          ) : (
            <>
              <Field label="New password" hint={passwordHint} {...form.field('password')}>
                <TextInput type="password" autoComplete="new-password" />
              </Field>
              <Field label="Once more" {...form.field('again')}>
                <TextInput type="password" autoComplete="new-password" />
              </Field>
              <Button
                type="submit"
                size="large"
                wide
                needsScripts
                pending={form.pending}
                pendingText="Saving..."
              >
                Set Password
              </Button>
            </>
          )}
        </ActionForm>
      )}
    </SignInFrame>
  )
}

const constraints = {
  password: { required: true, maxLength: 200 },
  again: { required: true, maxLength: 200 },
} as const
