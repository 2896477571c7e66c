import { useFetcher } from 'react-router'

import type { Account } from '#contract/staff.ts'

import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { type AccountAnswer, useDone } from './sheets.tsx'

/** Two-step sign-in: switched on with an authenticator app, off with the password and a code. */
export function TotpSheet({ account: { hasTotp, recoveryCodes } }: { account: Account }) {
  const begin = useFetcher<AccountAnswer>()
  const confirm = useFetcher<AccountAnswer>()
  const made = confirm.data?.recoveryCodes
  return (
    <Sheet as="section" aria-label="Two-step sign-in">
      <SheetHead title="Two-step sign-in">
        <Status tone={hasTotp ? 'verified' : 'neutral'}>{hasTotp ? 'On' : 'Off'}</Status>
      </SheetHead>
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        {made && <RecoveryCodes codes={made} />}
        {hasTotp ? (
          <>
            {!made && (
              <p className="text-quiet">
                Signing in asks for a code of your app. You have {recoveryCodes} of 10 recovery codes left.
              </p>
            )}
            <Remove />
          </>
        ) : begin.data?.enrolment ? (
          <Confirm enrolment={begin.data.enrolment} fetcher={confirm} />
        ) : (
          <Begin fetcher={begin} />
        )}
      </div>
    </Sheet>
  )
}

type Fetcher = ReturnType<typeof useFetcher<AccountAnswer>>

function Begin({ fetcher }: { fetcher: Fetcher }) {
  const { ref, message, field } = useForm(passwordAlone, fetcher.data)
  return (
    <fetcher.Form ref={ref} method="post" className="flex flex-col gap-4" noValidate>
      <input type="hidden" name="do" value="begin" />
      <p className="text-quiet max-w-(--container-text)">
        An authenticator app on your phone shows a new code every 30 seconds. Who knows your password alone
        cannot sign in then.
      </p>
      {message && <Callout tone="stopped" {...message} />}
      <Field label="Your password" {...field('currentPassword')}>
        <TextInput type="password" autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        className="self-start"
        pending={fetcher.state !== 'idle'}
        pendingText="One moment..."
      >
        Switch on
      </Button>
    </fetcher.Form>
  )
}

function Confirm({
  enrolment: { secret, qr },
  fetcher,
}: {
  enrolment: { secret: string; qr: string }
  fetcher: Fetcher
}) {
  const { ref, message, field } = useForm(codeAlone, fetcher.data)
  return (
    <fetcher.Form
      ref={ref}
      method="post"
      className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]"
      noValidate
    >
      <input type="hidden" name="do" value="confirm" />
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for your authenticator app"
        width={192}
        height={192}
        className="border-rule rounded-field border bg-white"
      />
      <div className="flex min-w-0 flex-col gap-4">
        <p>
          Take a picture of this with your authenticator app, or type{' '}
          <code className="font-mono break-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        {message && <Callout tone="stopped" {...message} />}
        <Field label="Code" hint="The 6 digits that the app shows now" {...field('code')}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" className="font-mono" />
        </Field>
        <Button
          type="submit"
          className="self-start"
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Confirm
        </Button>
      </div>
    </fetcher.Form>
  )
}

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <Callout tone="waiting" title="Keep these ten recovery codes. They are shown this once.">
    Each signs you in once when your phone is lost.
    <ul className="mt-3 grid grid-cols-2 gap-x-8 gap-y-1 font-mono sm:grid-cols-3">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Callout>
)

function Remove() {
  const fetcher = useFetcher<AccountAnswer>()
  const { ref, message, field } = useForm({ ...passwordAlone, ...codeAlone }, fetcher.data)
  useDone(fetcher.data, ref)
  return (
    <fetcher.Form ref={ref} method="post" className="flex flex-col gap-4" noValidate>
      <input type="hidden" name="do" value="remove" />
      {message && <Callout tone="stopped" {...message} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Your password" {...field('currentPassword')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Field label="Code of the app, or a recovery code" {...field('code')}>
          <TextInput autoComplete="one-time-code" className="font-mono" />
        </Field>
      </div>
      <Button
        type="submit"
        tone="danger"
        className="self-start"
        pending={fetcher.state !== 'idle'}
        pendingText="One moment..."
      >
        Switch off
      </Button>
    </fetcher.Form>
  )
}

const passwordAlone = { currentPassword: { required: true, maxLength: 200 } } as const
const codeAlone = { code: { required: true, maxLength: 40 } } as const
