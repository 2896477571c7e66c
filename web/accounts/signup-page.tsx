import { useState } from 'react'
import { Form, useLocation, useNavigation, useSearchParams } from 'react-router'

import { textIn } from '../form-text.ts'
import { addressWithNext } from '../next-address.ts'
import type { PageHandle } from '../page-handle.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Route } from './+types/signup-page'
import { leaveAsked, type Person, personFields, useAsked } from './asked-code.ts'
import { askedStep, type AuthResult, openLink, sendCode, verifyCode } from './auth-calls.ts'
import { AuthFrame } from './auth-frame.tsx'
import { carriedIn, CodeStep } from './code-step.tsx'
import { useSignedInMove } from './use-signed-in-move.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientAction({ request }: Route.ClientActionArgs): Promise<SignUpResult> {
  const form = await request.formData()
  const person = Object.fromEntries(personFields.map((name) => [name, textIn(form, name)])) as Person
  const linkToken = textIn(form, 'linkToken')
  const fields = mistakesIn(person)
  if (Object.keys(fields).length > 0) return { step: 'first', email: person.email, person, linkToken, fields }
  if (linkToken) {
    const opened = await openLink(linkToken, person.email, userDataOf(person))
    return backToWrongField({ person, linkToken, ...opened })
  }
  switch (form.get('intent')) {
    case 'verify':
      return backToWrongField({
        ...carriedIn(form),
        person,
        ...(await verifyCode(person.email, textIn(form, 'otp'), userDataOf(person))),
      })
    case 'resend':
      return {
        ...carriedIn(form),
        person,
        ...(await sendCode(person.email, request.url, { again: true, person })),
      }
    default:
      return { person, ...(await sendCode(person.email, request.url, { person })) }
  }
}

export default function SignUpPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { state } = useLocation() as { state: { email?: string; linkToken?: string } | null }
  const busy = useNavigation().state !== 'idle'
  const [back, setBack] = useState<SignUpResult>()
  const asked = useAsked()
  const result = actionData === back ? askedStep(asked, '/signup') : actionData
  const filledIn = !state?.email || state.email === asked?.email ? asked?.person : undefined
  const person = actionData?.person ?? filledIn
  const email = person?.email ?? state?.email
  // A link proves the email, so that no code is needed; when it is over, a code is.
  const link = actionData?.isOver ? undefined : actionData?.linkToken || state?.linkToken
  useSignedInMove(actionData?.done !== undefined)
  return (
    <AuthFrame
      title="Sign up"
      lead="To buy projects, or to sell your own."
      foot={
        <>
          Have an account? <TextLink to={addressWithNext('/signin', params.get('next'))}>Sign in</TextLink>
        </>
      }
    >
      {result?.step === 'code' ? (
        <CodeStep
          email={result.email}
          sentAt={result.sentAt ?? 0}
          result={result}
          carry={person}
          submitText="Create Account"
          pendingText="Creating the account..."
          onBack={() => {
            leaveAsked()
            setBack(actionData)
          }}
        />
      ) : (
        <Form method="post" className="flex flex-col gap-5" noValidate>
          {state?.email && !result && (
            <Callout tone="waiting">
              No account found for that email. Please complete signup to continue.
            </Callout>
          )}
          {link && <input type="hidden" name="linkToken" value={link} />}
          {result?.done && <Callout tone="verified">{result.done}</Callout>}
          {result?.error && <Callout tone="stopped">{result.error}</Callout>}
          <Field label="Name" required error={result?.fields?.name}>
            <TextInput name="name" autoComplete="name" defaultValue={person?.name} />
          </Field>
          <Field label="Email" required error={result?.fields?.email}>
            <TextInput
              type="email"
              name="email"
              autoComplete="email"
              inputMode="email"
              key={email}
              defaultValue={email}
              readOnly={link !== undefined}
            />
          </Field>
          <Field label="Phone" hint="10 digits, without +91" required error={result?.fields?.phone}>
            <TextInput
              type="tel"
              name="phone"
              autoComplete="tel-national"
              inputMode="numeric"
              maxLength={10}
              defaultValue={person?.phone}
            />
          </Field>
          <Field label="College" error={result?.fields?.college}>
            <TextInput name="college" autoComplete="organization" defaultValue={person?.college} />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Course" error={result?.fields?.course}>
              <TextInput name="course" defaultValue={person?.course} />
            </Field>
            <Field label="Year" error={result?.fields?.year}>
              <Select name="year" placeholder="Choose" options={years} defaultValue={person?.year} />
            </Field>
          </div>
          <Field
            label="Referral code"
            hint="From a friend, if you have one"
            error={result?.fields?.referralCode}
          >
            <TextInput
              name="referralCode"
              autoCapitalize="characters"
              defaultValue={person?.referralCode ?? params.get('ref') ?? ''}
            />
          </Field>
          <Button
            type="submit"
            size="large"
            wide
            pending={busy}
            pendingText={link ? 'Creating the account...' : 'Sending the code...'}
            disabled={result?.done !== undefined}
          >
            {link ? 'Create Account' : 'Send Code'}
          </Button>
        </Form>
      )}
    </AuthFrame>
  )
}

type SignUpResult = AuthResult & { person: Person; linkToken?: string }

const years = ['1st Year', '2nd Year', '3rd Year', '4th Year', 'Final Year'] as const

/** The server's rules for the first step, told before a code is mailed. */
function mistakesIn({ name, email, phone }: Person): Record<string, string> {
  return {
    ...(!name && { name: 'Name is required' }),
    ...(!email
      ? { email: 'Email is required' }
      : !/^\S+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && { email: 'Please enter a valid email address' }),
    ...(!phone
      ? { phone: 'Phone number is required' }
      : !/^[0-9]{10}$/.test(phone) && { phone: 'Phone number must be 10 digits' }),
  }
}

const userDataOf = ({ name, phone, college, course, year, referralCode }: Person) => ({
  name,
  phone,
  college,
  course,
  year: year as '' | (typeof years)[number],
  ...(referralCode && { referralCode }),
})

/** A field the server refused at the end is mended on the first step; the code stays good. */
function backToWrongField(result: SignUpResult): SignUpResult {
  const wrong = Object.entries(result.fields ?? {}).map(
    ([field, message]) => [field.replace(/^userData[./]/, ''), message] as const,
  )
  if (wrong.length === 0) return result
  return { ...result, step: 'first', fields: Object.fromEntries(wrong) }
}
