import { useFetcher } from 'react-router'

import { emailChange, type EmailChange } from '#contract/accounts/email-change.ts'
import { limits } from '#contract/kit/limits.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'
import { type AccountAnswer, accountAddress } from './account-action.ts'
import { AccountForm } from './account-form.tsx'
import { ResendButton } from './resend-button.tsx'

/** The second step of a change of email: the two codes, which a reload does not lose. */
export function EmailCodes({ email, change, isNew, onEnd }: EmailCodesProps) {
  const giveUp = useFetcher<AccountAnswer>()
  return (
    <>
      <AccountForm
        intent="confirm-email"
        constraints={codeConstraints}
        focus={isNew ? 'emailCode' : undefined}
        before={
          <Callout>
            We sent a code to both addresses. They work for 10 minutes. With both, your email becomes{' '}
            <span className="inline-block max-w-full font-semibold break-words">
              <MailText of={change.email} />,
            </span>{' '}
            and your other devices are signed out.
          </Callout>
        }
        renderFields={(field, isPending) => (
          <>
            <Field
              label={
                <>
                  Code sent to <MailText of={change.email} alone />
                </>
              }
              {...field('emailCode')}
              required={false}
            >
              <CodeInput length={limits.codeDigits} />
            </Field>
            <Field
              label={
                <>
                  Code sent to <MailText of={email} alone />
                </>
              }
              {...field('code')}
              required={false}
            >
              <CodeInput length={limits.codeDigits} />
            </Field>
            <Button type="submit" pending={isPending} pendingText="Saving..." wide>
              Change Email
            </Button>
          </>
        )}
      />
      <div className="flex max-w-md flex-wrap items-center justify-between gap-3">
        <giveUp.Form method="post" action={accountAddress} onSubmit={onEnd}>
          <input type="hidden" name="intent" value="cancel-email" />
          <Button type="submit" tone="link" pending={giveUp.state !== 'idle'}>
            Keep My Email
          </Button>
        </giveUp.Form>
        <ResendButton intent="ask-email" sentAt={Date.parse(change.sentAt)} carry={{ email: change.email }}>
          Resend Codes
        </ResendButton>
      </div>
    </>
  )
}

const codeConstraints = constraintsOf(emailChange.confirm.body)

export interface EmailCodesProps {
  email: string
  change: EmailChange
  /** The codes were asked for just now, on this page. */
  isNew: boolean
  onEnd: () => void
}
