import { redirect } from 'react-router'

import { staff } from '#contract/staff/accounts.ts'

import { formAction, useAction } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked, textIn, useForm } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { isStaffSignedIn, signInStaff } from '../../shell/session/staff-session.ts'
import { SignInFrame } from '../../shell/sign-in-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/login-page'

export const handle: PageHandle = {
  title: 'Staff sign-in',
}

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext).staff.demoCredentials()
}

/** Redirects staff who are already signed in to the dashboard. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (isStaffSignedIn()) throw redirect('/admin/dashboard')
  return serverLoader()
}
clientLoader.hydrate = true as const

const { body: SignIn } = staff.login
const constraints = constraintsOf(SignIn)

export const clientAction = formAction(undefined, async ({ api, form }) => {
  const code = textIn(form, 'code')
  const body = checked(SignIn, {
    email: textIn(form, 'email'),
    password: textIn(form, 'password'),
    ...(code && { code }),
  })
  const { token, admin, notice } = await api.staff.login({ body })
  signInStaff(token, admin)
  if (notice) notify(notice, { tone: 'failed' })
  return redirect('/admin/dashboard')
})

export default function LoginPage({ loaderData: { credentials } }: Route.ComponentProps) {
  // `requiresCode` means that the password is right and an authenticator app is in use.
  const { answer, pending, Form } = useAction<{ requiresCode: boolean }>({ onFailed: () => {} })
  const { ref, message, field } = useForm(constraints, answer)
  const asksForCode = answer?.requiresCode === true
  return (
    <SignInFrame>
      <Form ref={ref} method="post" className="mt-8 flex flex-col gap-5" noValidate>
        {message && (!asksForCode || answer.fields) && <Callout tone="stopped" {...message} />}
        <Field label="Email" {...field('email')}>
          <TextInput type="email" autoComplete="username" inputMode="email" />
        </Field>
        <Field label="Password" {...field('password')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        {asksForCode && (
          <Field
            label="Code"
            hint="The 6 digits that your authenticator app shows, or a recovery code"
            {...field('code')}
            required
          >
            <TextInput autoComplete="one-time-code" ref={focus} spellCheck={false} className="font-mono" />
          </Field>
        )}
        <Button type="submit" size="large" wide needsScripts pending={pending} pendingText="Signing In...">
          Sign In
        </Button>
      </Form>
      {credentials && (
        <Sheet as="section" aria-label="Demo sign-in" className="mt-8 px-4 pt-3 pb-1">
          <p className="text-14 font-semibold">This is a demo. Sign in with</p>
          <FactRows
            className="mt-1"
            facts={[
              { term: 'email', value: credentials.email },
              { term: 'password', value: credentials.password },
            ]}
          />
        </Sheet>
      )}
    </SignInFrame>
  )
}

/** Focuses an input. It is the same function at every render, so that React calls it once. */
function focus(input: HTMLInputElement | null) {
  input?.focus()
}

export function HydrateFallback() {
  return null
}
