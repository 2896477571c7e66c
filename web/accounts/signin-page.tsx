import { useEffect, useState } from 'react'
import { Form, useNavigate, useNavigation, useSearchParams } from 'react-router'

import { accounts } from '#contract/accounts/accounts.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { validationErrors, textIn, useForm } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { problemOf } from '../shell/session/api.ts'
import { useStored } from '../shell/session/browser-store.ts'
import { memberApi } from '../shell/session/member-api.ts'
import { addressWithNext, hasLostSession } from '../shell/session/session.ts'
import { AuthFrame } from '../shell/sign-in-frame.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/signin-page'
import { emailStateIn, CodeStep } from './code-step.tsx'
import {
  requestedCodeStep,
  type AuthResult,
  leaveRequestedCode,
  sendCode,
  useRequestedCode,
  useSignedInRedirect,
  verifyCode,
} from './sign-in.ts'

export const handle: PageHandle = {
  title: 'Sign in',
}

const { body: Start } = accounts.checkEmail
const constraints = constraintsOf(Start)

export async function clientAction({ request }: Route.ClientActionArgs): Promise<AuthResult> {
  const form = await request.formData()
  const email = textIn(form, 'email')
  switch (form.get('intent')) {
    case 'verify':
      return { ...emailStateIn(form), ...(await verifyCode(email, textIn(form, 'otp'))) }
    case 'resend':
      return { ...emailStateIn(form), ...(await sendCode(email, request.url, { again: true })) }
    default:
      return start(email, request.url)
  }
}

/**
 * Checks that the email has an account before a code is sent. When that check is rate limited, the code is sent
 * without it. Any other failure ends the attempt, so that nobody waits twice for a server that does not answer.
 */
async function start(email: string, url: string): Promise<AuthResult> {
  const { message: error, fields } = validationErrors(Start, { email }) ?? {}
  if (error) return { step: 'first', email, error, fields }
  try {
    const api = await memberApi()
    const { exists } = await api.accounts.checkEmail({ body: { email } })
    if (!exists) return { step: 'first', email, unknown: true }
  } catch (thrown) {
    const { code, message: refusal, fields } = problemOf(thrown, 'Failed to send OTP')
    if (code !== 'too_many_requests') return { step: 'first', email, error: refusal, fields }
  }
  return sendCode(email, url)
}

export default function SignInPage({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const busy = useNavigation().formData !== undefined
  const next = useSearchParams()[0].get('next')
  const signUp = addressWithNext('/signup', next)
  const hasLost = useStored(hasLostSession, false)
  const [back, setBack] = useState<AuthResult>()
  const asked = requestedCodeStep(useRequestedCode(), '/signin')
  const result = actionData === back ? asked : actionData
  const { ref, message, field } = useForm(constraints, { message: result?.error, fields: result?.fields })
  useEffect(() => {
    if (actionData?.unknown) void navigate(signUp, { state: { email: actionData.email } })
  }, [actionData, navigate, signUp])
  useSignedInRedirect(actionData?.done !== undefined)
  return (
    <AuthFrame
      title="Sign in"
      lead={`${next?.startsWith('/checkout') ? 'Sign in to buy. ' : ''}${result?.step === 'code' && result.onlyLink ? 'No password: we mailed you a link.' : 'No password: we mail you a code.'}`}
      foot={
        <span>
          New here? <TextLink to={signUp}>Sign up</TextLink>
        </span>
      }
    >
      {result?.step === 'code' ? (
        <CodeStep
          email={result.email}
          sentAt={result.sentAt ?? 0}
          result={result}
          submitText="Sign In"
          pendingText="Checking the code..."
          onBack={() => {
            leaveRequestedCode()
            setBack(actionData)
          }}
        />
      ) : (
        <Form ref={ref} method="post" className="flex flex-col gap-5" noValidate>
          {hasLost && !message && <Callout tone="waiting">Your session has ended. Sign in to go on.</Callout>}
          {message && <Callout tone="stopped" {...message} />}
          <Field label="Email" {...field('email', actionData?.email)}>
            <TextInput type="email" autoComplete="email" inputMode="email" />
          </Field>
          <Button
            type="submit"
            size="large"
            wide
            needsScripts
            pending={busy}
            pendingText="Sending the code..."
          >
            Send Code
          </Button>
        </Form>
      )}
    </AuthFrame>
  )
}
