import { useFetcher } from 'react-router'

import type { Account } from '#contract/staff/accounts.ts'

import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { type AccountAnswer, type AccountFetcher, ChangeForm } from './change-form.tsx'

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
              <>
                <p className="text-quiet">
                  Signing in asks for a code of your app. You have {recoveryCodes} of 10 recovery codes left.
                </p>
                <Remove />
              </>
            )}
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

const Begin = ({ fetcher }: { fetcher: AccountFetcher }) => (
  <ChangeForm
    change="begin"
    fetcher={fetcher}
    constraints={passwordAlone}
    before={
      <p className="text-quiet max-w-(--container-text)">
        An authenticator app on your phone shows a new code every 30 seconds. Your password alone is then not
        enough to sign in.
      </p>
    }
    renderFields={(field) => (
      <Field label="Your password" {...field('currentPassword')}>
        <TextInput type="password" autoComplete="current-password" />
      </Field>
    )}
    button="Switch On"
    tone="primary"
  />
)

function Confirm({ enrolment: { secret, qr }, fetcher }: ConfirmProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for your authenticator app"
        width={192}
        height={192}
        className="border-rule rounded-field border bg-white"
      />
      <ChangeForm
        change="confirm"
        fetcher={fetcher}
        constraints={codeAlone}
        before={
          <p>
            Scan this with your authenticator app, or type{' '}
            <code className="font-mono">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        }
        renderFields={(field) => (
          <Field label="Code" hint="The 6 digits that the app shows now" {...field('code')}>
            <TextInput inputMode="numeric" autoComplete="one-time-code" className="font-mono" />
          </Field>
        )}
        button="Confirm"
        tone="primary"
      />
    </div>
  )
}

interface ConfirmProps {
  enrolment: { secret: string; qr: string }
  fetcher: AccountFetcher
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

const Remove = () => (
  <ChangeForm
    change="remove"
    fetcher={useFetcher<AccountAnswer>()}
    constraints={{ ...passwordAlone, ...codeAlone }}
    renderFields={(field) => (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Your password" {...field('currentPassword')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Field label="Code of the app, or a recovery code" {...field('code')}>
          <TextInput autoComplete="one-time-code" className="font-mono" />
        </Field>
      </div>
    )}
    button="Switch Off"
    tone="danger"
    empties
  />
)

const passwordAlone = { currentPassword: { required: true, maxLength: 200 } } as const
const codeAlone = { code: { required: true, maxLength: 40 } } as const
