import { useState } from 'react'

import type { Account } from '#contract/staff/accounts.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { accountFormLook } from './change-form.tsx'

/** The extra data of switching on: first the secret, then the codes for a lost phone. */
export type Enrolment = { secret: string; qr: string; recoveryCodes: string[] }

/** Two-step sign-in: switched on with an authenticator app, off with the password and a code. */
export function TotpSheet({ account: { hasTotp, recoveryCodes } }: { account: Account }) {
  const [begun, setBegun] = useState<{ secret: string; qr: string }>()
  const [made, setMade] = useState<string[]>()
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
              <>
                <p className="text-quiet">{`Signing in asks for a code of your app. You have ${recoveryCodes} of 10 recovery codes left.`}</p>
                <Remove />
              </>
            )}
          </>
        ) : begun ? (
          <Confirm {...begun} onDone={setMade} />
        ) : (
          <Begin onDone={setBegun} />
        )}
      </div>
    </Sheet>
  )
}

function Begin({ onDone }: { onDone: (begun: { secret: string; qr: string }) => void }) {
  const form = useActionForm<'currentPassword', Enrolment>(passwordAlone, {
    onDone: ({ secret, qr }) => secret && qr && onDone({ secret, qr }),
  })
  return (
    <ActionForm form={form} intent="begin" className={accountFormLook}>
      <p className="text-quiet max-w-(--container-text)">
        An authenticator app on your phone shows a new code every 30 seconds. Your password alone is then not
        enough to sign in.
      </p>
      <Field label="Your password" {...form.field('currentPassword')}>
        <TextInput type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" className="self-start" pending={form.pending}>
        Switch On
      </Button>
    </ActionForm>
  )
}

function Confirm({ secret, qr, onDone }: ConfirmProps) {
  const form = useActionForm<'code', Enrolment>(codeAlone, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <div className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for your authenticator app"
        width={192}
        height={192}
        className="border-rule rounded-field border bg-[white]"
      />
      <ActionForm form={form} intent="confirm" className={accountFormLook}>
        <p>
          Scan this with your authenticator app, or type{' '}
          <code className="font-mono">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Field label="Code" hint="The 6 digits that the app shows now" {...form.field('code')}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" className="font-mono" />
        </Field>
        <Button type="submit" className="self-start" pending={form.pending}>
          Confirm
        </Button>
      </ActionForm>
    </div>
  )
}

interface ConfirmProps {
  secret: string
  qr: string
  onDone: (recoveryCodes: string[] | undefined) => void
}

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <Callout tone="waiting" title="Keep these ten recovery codes. They are shown this once.">
    Each signs you in once when your phone is lost.
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-8 gap-y-1 font-mono">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Callout>
)

function Remove() {
  const form = useActionForm({ ...passwordAlone, ...codeAlone }, { onDone: () => form.ref.current?.reset() })
  return (
    <ActionForm form={form} intent="remove" className={accountFormLook}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Your password" {...form.field('currentPassword')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Field label="Code of the app, or a recovery code" {...form.field('code')}>
          <TextInput autoComplete="one-time-code" className="font-mono" />
        </Field>
      </div>
      <Button type="submit" tone="danger" className="self-start" pending={form.pending}>
        Switch Off
      </Button>
    </ActionForm>
  )
}

const passwordAlone = { currentPassword: { required: true, maxLength: 200 } } as const
const codeAlone = { code: { required: true, maxLength: 40 } } as const
