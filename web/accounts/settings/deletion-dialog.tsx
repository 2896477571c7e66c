import { useState } from 'react'
import { useFetcher } from 'react-router'

import { type Deletion, type Hindrance, personalData } from '#contract/accounts/personal-data.ts'
import { limits } from '#contract/kit/limits.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type AccountAnswer, accountAddress } from './account-action.ts'
import { AccountForm } from './account-form.tsx'
import { DeletionMeans } from './deletion-means.tsx'
import { ResendButton } from './resend-button.tsx'

/** Says what deleting means, then asks for the mailed code. */
export function DeletionDialog({ open, onClose, email, deletion }: DeletionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete your account?">
      <div className="flex flex-col gap-5">
        {deletion.hindrances.map((hindrance) => (
          <Callout key={hindrance} tone="stopped">
            {hindered[hindrance]}
          </Callout>
        ))}
        {deletion.hindrances.length > 0 ? (
          <>
            <DeletionMeans deletion={deletion} />
            <DialogFoot stacked>
              <Button tone="quiet" onClick={onClose}>
                Keep My Account
              </Button>
            </DialogFoot>
          </>
        ) : (
          <Confirm email={email} deletion={deletion} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

const hindered: Record<Hindrance, string> = {
  refund: 'A refund is still open. You can delete your account when it is decided.',
  payment: 'You began a payment less than half an hour ago. Finish it, or come back when it is over.',
}

function Confirm({ email, deletion, onClose }: Omit<DeletionDialogProps, 'open'>) {
  const { owed } = deletion
  const [givesUp, setGivesUp] = useState(false)
  const ask = useFetcher<AccountAnswer>()
  const sentAt = ask.data?.sentAt
  return (
    <>
      {owed > 0 && (
        <div>
          <Callout tone="waiting">
            We owe you {inRupees(owed)}. When we no longer know who you are, we cannot pay you.{' '}
            <TextLink to="/owner/payouts">Ask for a payout</TextLink> first: what you have asked for is still
            paid after your account is deleted.
          </Callout>
          <Checkbox
            className="mt-2"
            label={`I give up ${inRupees(owed)}`}
            checked={givesUp}
            onChange={(event) => setGivesUp(event.target.checked)}
          />
        </div>
      )}
      <DeletionMeans deletion={deletion} />
      {sentAt ? (
        <CodeForm email={email} sentAt={sentAt} givenUp={givesUp ? owed : 0} onClose={onClose} />
      ) : (
        <ask.Form method="post" action={accountAddress} className="contents">
          <input type="hidden" name="intent" value="ask-deletion" />
          {ask.data?.message && (
            <Callout tone="stopped" className="mb-5">
              {ask.data.message}
            </Callout>
          )}
          <DialogFoot stacked>
            <Button tone="quiet" onClick={onClose}>
              Keep My Account
            </Button>
            <Button
              type="submit"
              tone="danger"
              disabled={owed > 0 && !givesUp}
              pending={ask.state !== 'idle'}
              pendingText="Sending..."
            >
              Send Me a Code
            </Button>
          </DialogFoot>
        </ask.Form>
      )}
    </>
  )
}

const CodeForm = ({ email, sentAt, givenUp, onClose }: CodeFormProps) => (
  <>
    <AccountForm
      intent="delete"
      constraints={constraints}
      focus="code"
      className="flex flex-col gap-5"
      before={<input type="hidden" name="givenUp" value={givenUp} />}
      renderFields={(field, isPending) => (
        <>
          <Field
            label={`${limits.codeDigits}-digit code`}
            hint={<>Sent to {email}. It works for 10 minutes.</>}
            {...field('code')}
            required={false}
          >
            <CodeInput length={limits.codeDigits} />
          </Field>
          <Button type="submit" tone="danger" wide pending={isPending} pendingText="Deleting...">
            Delete My Account
          </Button>
        </>
      )}
    />
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Button tone="link" onClick={onClose}>
        Keep My Account
      </Button>
      <ResendButton intent="ask-deletion" sentAt={sentAt}>
        Resend Code
      </ResendButton>
    </div>
  </>
)

interface CodeFormProps {
  email: string
  sentAt: number
  givenUp: number
  onClose: () => void
}

const constraints = constraintsOf(personalData.deleteAccount.body)

export interface DeletionDialogProps {
  open: boolean
  onClose: () => void
  email: string
  deletion: Deletion
}
