import { useEffect, useMemo, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import { accounts } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/kit/limits.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { useForm } from '../shell/form/use-form.ts'
import { Button } from '../ui/button.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { Field } from '../ui/field.tsx'
import { Callout } from '../ui/status.tsx'
import type { AuthResult } from './sign-in.ts'

/**
 * The second step of sign-in and sign-up: the code, a button to resend it after 60 seconds, and a button to go back.
 */
export function CodeStep({ email, sentAt, result, pendingText, submitText, onBack, carry }: CodeStepProps) {
  const left = useCountdown(sentAt + limits.resendSeconds * 1000)
  const carried = { ...carry, email, sentAt: String(sentAt), onlyLink: String(result.onlyLink ?? false) }
  const again = result.onlyLink ? 'Resend Link' : 'Resend Code'
  const submit = useSubmit()
  const fields = useMemo(() => (result.error ? { otp: errorText(result) } : undefined), [result])
  const { ref, field } = useForm(constraints, { fields })
  useFocusOn(ref, 'otp')
  useSelectWhenRefused(ref, 'otp', result)
  const intent = useNavigation().formData?.get('intent')
  return (
    <>
      {result.done && (
        <Callout tone="verified" shown>
          {result.done}
        </Callout>
      )}
      {result.note && !result.done && (
        <Callout key={sentAt} shown>
          {result.note}
        </Callout>
      )}
      {result.onlyLink ? (
        <>
          {result.error && (
            <Callout tone="stopped" shown>
              {result.error}
            </Callout>
          )}
          <Callout tone="waiting">{`Somebody has entered many wrong codes for this email. Open the link in the email we sent to ${email} instead. It works for 60 minutes.`}</Callout>
        </>
      ) : (
        <Form ref={ref} method="post" className="flex flex-col gap-5" noValidate>
          <input type="hidden" name="intent" value="verify" />
          <HiddenFields {...carried} />
          <Field
            label={`${limits.codeDigits}-digit code`}
            hint={`Sent to ${email}. It works for 10 minutes.`}
            {...field('otp')}
            required={false}
          >
            <CodeInput
              length={limits.codeDigits}
              disabled={Boolean(result.done)}
              onComplete={() => requestAnimationFrame(() => void submit(ref.current))}
            />
          </Field>
          {result.isWrong && (
            <p className="text-14 text-quiet">{`A code is used up after ${limits.codeAttempts} wrong tries or 10 minutes. Then ask for a new one with “${again}”.`}</p>
          )}
          <Button
            type="submit"
            size="large"
            wide
            pending={intent === 'verify'}
            pendingText={pendingText}
            disabled={Boolean(result.done)}
          >
            {submitText}
          </Button>
        </Form>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button tone="link" onClick={onBack}>
          Back
        </Button>
        <Form method="post">
          <input type="hidden" name="intent" value="resend" />
          <HiddenFields {...carried} />
          <Button
            type="submit"
            tone="link"
            disabled={left > 0 || Boolean(result.done)}
            pending={intent === 'resend'}
          >
            {left > 0 ? (
              <span>
                {`${again} in `}
                <span className="tabular-nums">{`${left}s`}</span>
              </span>
            ) : (
              <span>{again}</span>
            )}
          </Button>
        </Form>
      </div>
    </>
  )
}

/** The error of a code, which for a wrong one says what to do. */
const errorText = ({ error = '', isWrong }: AuthResult) =>
  isWrong ? `${error}. That code is not right. Try again, or ask for a new one.` : error

const constraints = constraintsOf(accounts.verifyOtp.body)

/** Focuses a field of a form when it appears, because typing the code comes next. */
function useFocusOn(ref: { current: HTMLFormElement | null }, name: string) {
  useEffect(() => {
    const field = ref.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }, [ref, name])
}

/** Selects a code that was refused, so that typing replaces it. */
function useSelectWhenRefused(ref: { current: HTMLFormElement | null }, name: string, result: AuthResult) {
  useEffect(() => {
    const field = ref.current?.elements.namedItem(name)
    if (result.error && field instanceof HTMLInputElement) field.select()
  }, [ref, name, result])
}

/** Reads the facts about the latest email that the forms of this step pass on. */
export const emailStateIn = (form: FormData): Pick<AuthResult, 'sentAt' | 'onlyLink'> => ({
  sentAt: Number(form.get('sentAt')),
  onlyLink: form.get('onlyLink') === 'true',
})

/** Hidden fields that pass values on to the next call. */
function HiddenFields(fields: Record<string, string>) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

interface CodeStepProps {
  email: string
  sentAt: number
  result: AuthResult
  pendingText: string
  submitText: string
  onBack: () => void
  carry?: Record<string, string>
}

/** Counts down the whole seconds until a time (milliseconds since 1970), to 0. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
