import { type ReactNode, useState } from 'react'

import { counted, inRupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { type Deletion, type DeletionBlocker, personalData } from '#contract/members/personal-data.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { useSite } from '../../shell/site.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocus } from '../../ui/focus.ts'
import { Checkbox } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { NotLoaded, ResendButton } from './account-form.tsx'
import { accountAddress } from './account-route.ts'

/** The section that deletes the account. It explains the effects before a code is sent. */
export function DeletionSection({ email, deletion }: { email: string; deletion: Deletion | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet as="section" aria-label="Danger Zone">
      <SheetHead title="Danger Zone" />
      {deletion ? (
        <div className="flex flex-col items-start gap-4 px-4 py-5 sm:px-5">
          <p>
            Deleting your account erases your personal data for good. We say first what goes and what stays.
          </p>
          <Button tone="danger" onClick={() => setOpen(true)}>
            Delete Account
          </Button>
          <DeletionDialog open={isOpen} onClose={() => setOpen(false)} email={email} deletion={deletion} />
        </div>
      ) : (
        <NotLoaded>Failed to load what deleting your account means</NotLoaded>
      )}
    </Sheet>
  )
}

/** Explains the effects of the deletion, then asks for the code from the email. */
function DeletionDialog({ open, onClose, email, deletion }: DeletionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete your account?">
      <div className="flex flex-col gap-5">
        {deletion.blockers.map((hindrance) => (
          <Callout key={hindrance} tone="stopped">
            {blockerTexts[hindrance](deletion)}
          </Callout>
        ))}
        {deletion.blockers.length > 0 ? (
          <>
            <DeletionEffects deletion={deletion} />
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

const blockerTexts: Record<DeletionBlocker, (deletion: Deletion) => ReactNode> = {
  refund: () => 'A refund is still open. You can delete your account when it is decided.',
  dispute: () =>
    'A bank is deciding a dispute about a payment that you made or earned by. You can delete your account when it has decided; we cannot decide in its place.',
  debt: ({ owes }) => (
    <span>
      Your balance is {inRupees(owes)} below zero: sales were refunded after they were paid out to you. New
      sales fill it; if you do not sell any more, <TextLink to="/contact">write to us</TextLink> to pay it
      back. Then you can delete your account. <TextLink to="/owner/payouts">Your payouts</TextLink> list every
      amount.
    </span>
  ),
  payment: () => 'You began a payment less than half an hour ago. Finish it, or come back when it is over.',
}

function Confirm({ email, deletion, onClose }: Omit<DeletionDialogProps, 'open'>) {
  const { owed } = deletion
  const [givesUp, setGivesUp] = useState(false)
  const ask = useActionForm<never, { sentAt: number }>({}, { action: accountAddress })
  const sentAt = ask.answer?.sentAt
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
      <DeletionEffects deletion={deletion} />
      {sentAt ? (
        <CodeForm email={email} sentAt={sentAt} givenUp={givesUp ? owed : 0} onClose={onClose} />
      ) : (
        <ActionForm form={ask} intent="ask-deletion" className="contents">
          <DialogFoot stacked>
            <Button tone="quiet" onClick={onClose}>
              Keep My Account
            </Button>
            <Button
              type="submit"
              tone="danger"
              disabled={owed > 0 && !givesUp}
              pending={ask.pending}
              pendingText="Sending..."
            >
              Send Me a Code
            </Button>
          </DialogFoot>
        </ActionForm>
      )}
    </>
  )
}

function CodeForm({ email, sentAt, givenUp, onClose }: CodeFormProps) {
  const form = useActionForm(constraints, { action: accountAddress })
  useFocus(form.ref, 'code')
  return (
    <>
      <ActionForm form={form} intent="delete" className="flex flex-col gap-5">
        <input type="hidden" name="givenUp" value={givenUp} />
        <Field
          label={`${limits.codeDigits}-digit code`}
          hint={`Sent to ${email}. It works for 10 minutes.`}
          {...form.field('code')}
          required={false}
        >
          <CodeInput length={limits.codeDigits} />
        </Field>
        <Button type="submit" tone="danger" wide pending={form.pending} pendingText="Deleting...">
          Delete My Account
        </Button>
      </ActionForm>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button tone="link" onClick={onClose}>
          Keep My Account
        </Button>
        <ResendButton submit={{ intent: 'ask-deletion' }} sentAt={sentAt}>
          Resend Code
        </ResendButton>
      </div>
    </>
  )
}

interface CodeFormProps {
  email: string
  sentAt: number
  givenUp: number
  onClose: () => void
}

const constraints = constraintsOf(personalData.deleteAccount.body)

interface DeletionDialogProps {
  open: boolean
  onClose: () => void
  email: string
  deletion: Deletion
}

/** Lists what the deletion erases, what stays, and why. */
function DeletionEffects({
  deletion: { projects, orderedProjects, purchases, payouts },
}: {
  deletion: Deletion
}) {
  const { sealedDays } = useSite()
  const bought =
    purchases === 0
      ? []
      : [`${counted(purchases, 'purchase')}: you can no longer download what you bought. Save it first.`]
  const listed =
    projects === 0
      ? []
      : [
          `${counted(projects, 'project')} of yours: taken off the list at once, with ${projects === 1 ? 'its' : 'their'} pictures and texts.`,
        ]
  const sold =
    orderedProjects === 0
      ? []
      : [
          `Title and files of ${counted(orderedProjects, 'project')} that others ordered: they keep what they bought.`,
        ]
  const owed =
    payouts === 0
      ? []
      : [`Your payouts of ${inRupees(payouts)} and the account they go to, until they are paid.`]
  const sealed =
    sealedDays === 0
      ? []
      : [
          `For ${counted(sealedDays, 'day')}, as the IT Rules ask: an encrypted copy of what you gave us about yourself, which no search and no list finds.`,
        ]
  return (
    <>
      <p>There is no way back. You can sign up again with the same email at any time.</p>
      <Part
        title="This is erased"
        says={[
          'Name, email, phone, college, address, links and picture.',
          'Your devices, wishlist, who you follow, your download history and your messages to us.',
          ...listed,
          ...bought,
        ]}
      />
      <Part
        title="This stays"
        says={[
          'Orders, payments and the ledger, without your name: tax law asks for them.',
          'Invoices, receipts and credit notes, with your name and State as they were issued: a seller must keep them.',
          ...sealed,
          ...sold,
          ...owed,
          'Your reviews, as those of a former member.',
        ]}
      />
    </>
  )
}

function Part({ title, says }: { title: string; says: string[] }) {
  return (
    <div>
      <h3 className="font-sans font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
