import { useState } from 'react'

import { emailChange, type EmailChange } from '#contract/accounts/account-settings.ts'
import { limits } from '#contract/kit/limits.ts'

import { ActionButton, ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocus } from '../../ui/focus.ts'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { MailText } from '../../ui/text.tsx'
import { NotLoaded, ResendButton } from './account-form.tsx'
import { accountAddress } from './account-route.ts'

/** The sign-in email and the form that changes it: the new address first, then a code from both. */
export function EmailSection({ email, change }: { email: string; change: EmailChange | null | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet as="section" aria-label="Email">
      <SheetHead
        title="Email"
        actions={
          change === null &&
          !isOpen && (
            <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
              Change Email
            </Button>
          )
        }
      />
      {change === undefined ? (
        <NotLoaded>Failed to load your email</NotLoaded>
      ) : (
        <div className="flex flex-col gap-5 px-4 py-5 sm:px-5">
          <p>
            You sign in with{' '}
            <span className="inline-block max-w-full font-semibold break-words">{email}</span>.
          </p>
          {change ? (
            <EmailCodes
              key={change.email}
              email={email}
              change={change}
              isNew={isOpen}
              onEnd={() => setOpen(false)}
            />
          ) : (
            isOpen && <NewAddress onCancel={() => setOpen(false)} />
          )}
        </div>
      )}
    </Sheet>
  )
}

function NewAddress({ onCancel }: { onCancel: () => void }) {
  const form = useActionForm(newEmailConstraints, { action: accountAddress })
  useFocus(form.ref, 'email')
  return (
    <ActionForm form={form} intent="ask-email" className={formLook}>
      <Field
        label="New email"
        hint="We send a code to it, and one to your present email."
        {...form.field('email')}
      >
        <TextInput type="email" autoComplete="email" inputMode="email" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.pending} pendingText="Sending...">
          Send Codes
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </ActionForm>
  )
}

const newEmailConstraints = constraintsOf(emailChange.ask.body)
const formLook = 'flex max-w-md flex-col gap-5'

/** The second step of a change of email: the two codes. It is still there after a reload. */
function EmailCodes({ email, change, isNew, onEnd }: EmailCodesProps) {
  const form = useActionForm(codeConstraints, { action: accountAddress, onDone: onEnd })
  useFocus(form.ref, 'emailCode', isNew)
  return (
    <>
      <ActionForm form={form} intent="confirm-email" className={formLook}>
        <Callout>
          We sent a code to both addresses. They work for 10 minutes. With both, your email becomes{' '}
          <span className="inline-block max-w-full font-semibold break-words">
            <MailText of={change.email} />,
          </span>{' '}
          and your other devices are signed out.
        </Callout>
        <Field
          label={
            <span>
              Code sent to <MailText of={change.email} alone />
            </span>
          }
          {...form.field('emailCode')}
          required={false}
        >
          <CodeInput length={limits.codeDigits} />
        </Field>
        <Field
          label={
            <span>
              Code sent to <MailText of={email} alone />
            </span>
          }
          {...form.field('code')}
          required={false}
        >
          <CodeInput length={limits.codeDigits} />
        </Field>
        <Button type="submit" pending={form.pending} pendingText="Saving..." wide>
          Change Email
        </Button>
      </ActionForm>
      <div className="flex max-w-md flex-wrap items-center justify-between gap-3">
        <ActionButton submit={{ intent: 'cancel-email' }} action={accountAddress} onDone={onEnd} tone="link">
          Keep My Email
        </ActionButton>
        <ResendButton
          submit={{ intent: 'ask-email', email: change.email }}
          sentAt={Date.parse(change.sentAt)}
        >
          Resend Codes
        </ResendButton>
      </div>
    </>
  )
}

const codeConstraints = constraintsOf(emailChange.confirm.body)

interface EmailCodesProps {
  email: string
  change: EmailChange
  /** True when the codes were requested just now, on this page. */
  isNew: boolean
  onEnd: () => void
}
