import { useState } from 'react'

import { emailChange, type EmailChange } from '#contract/accounts/email-change.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailCodes } from './email-codes.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** The email that signs in, and the way to another: the new address, then a code from both. */
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

const NewAddress = ({ onCancel }: { onCancel: () => void }) => (
  <AccountForm
    intent="ask-email"
    constraints={newEmailConstraints}
    focus="email"
    renderFields={(field, isPending) => (
      <>
        <Field
          label="New email"
          hint="We send a code to it, and one to your present email."
          {...field('email')}
        >
          <TextInput type="email" autoComplete="email" inputMode="email" />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={isPending} pendingText="Sending...">
            Send Codes
          </Button>
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </>
    )}
  />
)

const newEmailConstraints = constraintsOf(emailChange.ask.body)
