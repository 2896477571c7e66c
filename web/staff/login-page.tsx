import { Form, redirect, useNavigation } from 'react-router'

import { apiContext } from '../api.ts'
import { textIn } from '../form-text.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import { Logo } from '../shell/logo.tsx'
import { Button } from '../ui/button.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/login-page'
import { isStaffSignedIn, signInStaff, visitorApi } from './session.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Staff sign in | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext).staff.demoCredentials()
}

/** Who is signed in already goes to the desk. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (isStaffSignedIn()) throw redirect('/admin/dashboard')
  return serverLoader()
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const [email, password] = [textIn(form, 'email'), textIn(form, 'password')]
  if (!email || !password) return { message: 'Please fill in all fields' }
  try {
    const api = await visitorApi()
    const { token, admin } = await api.staff.login({ body: { email, password } })
    signInStaff(token, admin)
    return redirect('/admin/dashboard')
  } catch (thrown) {
    return problemOf(thrown)
  }
}

export default function LoginPage({ loaderData: { credentials }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-104 flex-col px-4 py-8 sm:py-16">
      <Logo />
      <h1 className="text-36 mt-10 tracking-[-0.02em]">Staff sign in</h1>
      <Form method="post" className="mt-8 flex flex-col gap-5" noValidate>
        {actionData && <Callout tone="stopped">{actionData.message}</Callout>}
        <Field label="Email" required>
          <TextInput type="email" name="email" autoComplete="username" inputMode="email" />
        </Field>
        <Field label="Password" required>
          <TextInput type="password" name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" size="large" wide pending={busy} pendingText="Signing In...">
          Sign In
        </Button>
      </Form>
      {credentials && (
        <Sheet as="section" aria-label="Demo sign-in" className="mt-8 px-4 py-3">
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
    </main>
  )
}

export function HydrateFallback() {
  return null
}
