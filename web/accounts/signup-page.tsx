import { useState } from 'react'
import { Form, useLocation, useNavigation, useSearchParams } from 'react-router'

import { UserData, years } from '#contract/accounts/accounts.ts'
import { presentVersion, signUpReasons, signUpSentence } from '#contract/accounts/agreements.ts'
import { Email } from '#contract/kit/fields.ts'
import { limits } from '#contract/kit/limits.ts'
import { fieldPhone } from '#contract/kit/phone.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { deleteDraft } from '../shell/form/draft.ts'
import { textIn, useForm, validationErrors } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { addressWithNext } from '../shell/session/session.ts'
import { AuthFrame } from '../shell/sign-in-frame.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { FoldedFields } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { PhoneInput, Select, TextInput } from '../ui/inputs.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/signup-page'
import { CodeStep, emailStateIn } from './code-step.tsx'
import { clearLinkedReferral, linkedReferral, useLinkedReferral } from './linked-referral.ts'
import {
  leaveRequestedCode,
  openLink,
  requestedCodeStep,
  sendCode,
  type AuthResult,
  type Person,
  useRequestedCode,
  useSignedInRedirect,
  verifyCode,
} from './sign-in.ts'

export const handle: PageHandle = {
  title: 'Sign up',
}

/** The fields of the first step: the person's data and the email. */
const FirstStep = UserData.omit({ acceptedTerms: true }).extend({ email: Email })
const constraints = constraintsOf(FirstStep)
const personFields = Object.keys(FirstStep.shape) as (keyof Person)[]

/** The name under which the draft is stored. */
const draft = 'sign up'

export async function clientAction({ request }: Route.ClientActionArgs): Promise<SignUpResult> {
  const form = await request.formData()
  const person = Object.fromEntries(personFields.map((name) => [name, textIn(form, name)])) as Person
  const result = await signUpStep(person, form, request.url)
  if (result.done) deleteDraft(draft)
  const isWrongCode = Object.keys(result.fields ?? {}).some((path) => path.endsWith('referralCode'))
  const linked = [new URL(request.url).searchParams.get('ref')?.trim(), linkedReferral()?.trim()]
  if (!isWrongCode || !linked.includes(person.referralCode)) return result
  // The person has not typed this code and cannot correct it.
  clearLinkedReferral()
  const { note, ...withoutCode } = await signUpStep({ ...person, referralCode: '' }, form, request.url)
  return { ...withoutCode, note: [codeLeftOut, note].filter(Boolean).join(' ') }
}

const codeLeftOut = 'Nobody has the referral code of your link, so we left it out.'

/** Handles one submission: the form, the code, or a request for another email. */
async function signUpStep(person: Person, form: FormData, url: string): Promise<SignUpResult> {
  const linkToken = textIn(form, 'linkToken')
  const { message: error, fields } = validationErrors(FirstStep, person) ?? {}
  if (error) return { step: 'first', email: person.email, person, linkToken, error, fields }
  if (linkToken) {
    const opened = await openLink(linkToken, person.email, userDataOf(person))
    return backToWrongField({ person, linkToken, ...opened })
  }
  switch (form.get('intent')) {
    case 'verify':
      return backToWrongField({
        ...emailStateIn(form),
        person,
        ...(await verifyCode(person.email, textIn(form, 'otp'), userDataOf(person))),
      })
    case 'resend':
      return {
        ...emailStateIn(form),
        person,
        ...(await sendCode(person.email, url, { again: true, person })),
      }
    default:
      return { person, ...(await sendCode(person.email, url, { person })) }
  }
}

export default function SignUpPage({ actionData }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: { email?: string; linkToken?: string } | null }
  const busy = useNavigation().formData !== undefined
  const [back, setBack] = useState<SignUpResult>()
  const asked = useRequestedCode()
  const linkedCode = useLinkedReferral()
  function removeLinkedCode() {
    clearLinkedReferral()
    setParams(
      (asked) => {
        asked.delete('ref')
        return asked
      },
      { replace: true },
    )
  }
  const result = actionData === back ? requestedCodeStep(asked, '/signup') : actionData
  const filledIn = !state?.email || state.email === asked?.email ? asked?.person : undefined
  const person = actionData?.person ?? filledIn
  const email = person?.email ?? state?.email
  // A link proves the email, so no code is needed; once the link has expired, a code is needed again.
  const link = actionData?.isOver ? undefined : actionData?.linkToken || state?.linkToken
  // The email of a link or of sign-in is not to be replaced by one that was typed before.
  const { ref, message, field } = useForm(
    constraints,
    { message: result?.error, fields: result?.fields, entered: person },
    state?.email ? undefined : draft,
  )
  // The fields that few fill in. A link of a friend and an error show them.
  const more = {
    college: field('college'),
    course: field('course'),
    year: field('year'),
    referralCode: field('referralCode', linkedCode),
  }
  const isMoreShown = linkedCode !== null || Object.values(more).some(({ error }) => error !== undefined)
  useSignedInRedirect(actionData?.done !== undefined)
  return (
    <AuthFrame
      title="Sign up"
      lead="To buy projects, or to sell your own."
      foot={
        <span>
          Have an account? <TextLink to={addressWithNext('/signin', params.get('next'))}>Sign in</TextLink>
        </span>
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
            leaveRequestedCode()
            setBack(actionData)
          }}
        />
      ) : (
        <Form ref={ref} method="post" className="flex flex-col gap-5" noValidate>
          {state?.email && !result && (
            <Callout tone="waiting">
              No account found for that email. Please complete signup to continue.
            </Callout>
          )}
          {link && <input type="hidden" name="linkToken" value={link} />}
          {result?.done && (
            <Callout tone="verified" shown>
              {result.done}
            </Callout>
          )}
          {result?.note && <Callout shown>{result.note}</Callout>}
          {message && <Callout tone="stopped" {...message} />}
          <Field label="Name" hint={signUpReasons.name} {...field('name')}>
            <TextInput autoComplete="name" />
          </Field>
          <Field label="Email" hint={signUpReasons.email} {...field('email', email)}>
            <TextInput
              type="email"
              autoComplete="email"
              inputMode="email"
              key={email}
              readOnly={link !== undefined}
            />
          </Field>
          <Field
            label="Phone"
            hint={`${limits.phoneDigits} digits. ${signUpReasons.phone}`}
            {...field('phone')}
          >
            <PhoneInput autoComplete="tel" shown={fieldPhone} />
          </Field>
          <FoldedFields title="Add college, course or a referral code" open={isMoreShown}>
            <div className="flex flex-col gap-5">
              <Field label="College (optional)" {...more.college}>
                <TextInput autoComplete="organization" />
              </Field>
              <div className="grid gap-5 sm:grid-cols-2">
                <Field label="Course (optional)" {...more.course}>
                  <TextInput />
                </Field>
                <Field label="Year (optional)" {...more.year}>
                  <Select placeholder="Choose" options={years} />
                </Field>
              </div>
              <div>
                <Field
                  label="Referral code (optional)"
                  hint={linkedCode ? 'From the link of a friend that you opened' : 'From a friend'}
                  {...more.referralCode}
                >
                  <TextInput key={linkedCode} autoCapitalize="characters" />
                </Field>
                {linkedCode && (
                  <Button tone="link" size="small" onClick={removeLinkedCode}>
                    Remove the code
                  </Button>
                )}
              </div>
            </div>
          </FoldedFields>
          <SignUpNotice />
          <Button
            type="submit"
            size="large"
            wide
            pending={busy}
            pendingText={link ? 'Creating the account...' : 'Sending the code...'}
            needsScripts
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

const userDataOf = ({ name, phone, college, course, year, referralCode }: Person) => ({
  name,
  phone,
  college,
  course,
  year: year as '' | (typeof years)[number],
  ...(referralCode && { referralCode }),
  // It stood above the button.
  acceptedTerms: presentVersion('sign_up'),
})

/** Goes back to the first step when the server rejects one of its fields at the end; the code stays valid. */
function backToWrongField(result: SignUpResult): SignUpResult {
  const isWrong = Object.keys(result.fields ?? {}).some((path) => path.startsWith('userData'))
  return isWrong ? { ...result, step: 'first' } : result
}

const [before, after] = signUpSentence.split('terms')

/** What a new member says by pressing the button below; why we keep what they give stands at each field. */
const SignUpNotice = () => (
  <p className="text-14">
    {before}
    <TextLink to="/support/terms">terms</TextLink>
    {after} <span className="text-quiet">What we keep, in full: </span>
    <TextLink to="/support/privacy">Privacy</TextLink>
  </p>
)
