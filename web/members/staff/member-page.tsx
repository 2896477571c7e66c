import { clsx } from 'clsx'
import { useState } from 'react'

import { counted, day, inRupees, minute } from '#contract/kit/format.ts'
import { type MemberDetail, staffMembers } from '#contract/members/staff-members.ts'
import { payouts } from '#contract/money/payouts.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { checked, numberIn, textIn } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import { longNameLook } from '../../ui/text.tsx'
import type { Route } from './+types/member-page'
import {
  MemberFacts,
  MemberHistory,
  OrdersSheet,
  ProjectsSheet,
  ReferralsSheet,
  SeatsSheet,
} from './member-sheets.tsx'
import { MemberStatusMark } from './member-status.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => data?.member.name ?? 'Member',
  steps: [{ label: 'Members', to: '/admin/members' }, { label: 'Member' }],
  failure: {
    title: 'Failed to load member',
    missing: 'Member not found',
    to: '/admin/members',
    label: 'Back to Members',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { member } = await api.staffMembers.get({ params: { id: params.id } })
  return { member, isSuperAdmin: storedAdmin()?.role === 'super_admin' }
}

const setAgent = (isAgent: boolean) =>
  formAction('Failed to save', async ({ api, params }) => {
    const { member } = await api.staffMembers.setAgent({ params, body: { isAgent } })
    return `${member.name} is ${isAgent ? 'an agent' : 'no longer an agent'}.`
  })

export const clientAction = formActions({
  'make-agent': setAgent(true),
  'end-agent': setAgent(false),
  reactivate: formAction('Failed to save', async ({ api, params }) => {
    const { member } = await api.staffMembers.reactivate({ params })
    return `${member.name} can sign in again.`
  }),
  deactivate: formAction('Failed to save', async ({ api, form, params }) => {
    const body = checked(staffMembers.deactivate.body, form)
    const { member } = await api.staffMembers.deactivate({ params, body })
    return `${member.name} is deactivated.`
  }),
  'book-repayment': formAction('Failed to book it', async ({ api, form, params }) => {
    const entered = { amount: numberIn(form, 'amount'), reference: textIn(form, 'reference') }
    const body = checked(payouts.bookDebtRepayment.body, entered)
    const { owes } = await api.payouts.bookDebtRepayment({ params, body })
    return owes > 0 ? `Booked. They still owe ${inRupees(owes)}.` : 'Booked. They owe nothing any more.'
  }),
})

export default function AdminMemberPage({ loaderData: { member, isSuperAdmin } }: Route.ComponentProps) {
  const { _id, name, joinedAt, isAgent, standing, deactivation, blocks } = member
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className={clsx('text-28 min-w-0 wrap-anywhere', longNameLook(name))}>{name}</h1>
            <MemberStatusMark standing={standing} />
          </div>
          <p className="text-quiet mt-1">
            {`${isAgent ? 'Agent' : 'Member'}, joined ${day(joinedAt)}${blocks > 0 ? `, blocked ${counted(blocks, 'time')}` : ''}`}
          </p>
        </div>
        {standing !== 'deleted' && <MemberActions key={_id} member={member} isSuperAdmin={isSuperAdmin} />}
      </div>
      {deactivation && (
        <Callout tone="stopped" className="mb-6" title={`Deactivated on ${minute(deactivation.at)}`}>
          {deactivation.reason}
        </Callout>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProjectsSheet member={member} />
          <OrdersSheet member={member} />
          <SeatsSheet member={member} />
          <ReferralsSheet member={member} />
        </div>
        <MemberFacts member={member} />
        <MemberHistory member={member} />
      </div>
    </>
  )
}

/** Buttons that book what a member repaid, make them an agent or end that, and deactivate or reactivate the account. */
function MemberActions({ member, isSuperAdmin }: { member: MemberDetail; isSuperAdmin: boolean }) {
  const { name, isAgent, standing, money } = member
  const [isDeactivating, setDeactivating] = useState(false)
  const isActive = standing === 'active'
  return (
    <div className="flex flex-wrap gap-2">
      {isSuperAdmin && money.owes > 0 && <RepaymentDialog member={member} />}
      <ConfirmButton
        key={String(isAgent)}
        submit={{ intent: isAgent ? 'end-agent' : 'make-agent' }}
        question={isAgent ? `Make ${name} an ordinary member again?` : `Make ${name} an agent?`}
        confirm={isAgent ? 'End Agent' : 'Make Agent'}
      >
        Their profile shows it at once.
      </ConfirmButton>
      {isActive ? (
        <Button tone="danger" onClick={() => setDeactivating(true)}>
          Deactivate
        </Button>
      ) : (
        <ConfirmButton
          submit={{ intent: 'reactivate' }}
          tone="primary"
          question={`Reactivate ${name}?`}
          confirm="Reactivate"
        >
          They can sign in again, and their projects are listed as they were. They get an email.
        </ConfirmButton>
      )}
      <Dialog
        // Another staff member may have done it meanwhile.
        open={isDeactivating && isActive}
        onClose={() => setDeactivating(false)}
        title={`Deactivate ${name}?`}
        size="small"
      >
        <DeactivateForm member={member} onDone={() => setDeactivating(false)} />
      </Dialog>
    </div>
  )
}

function DeactivateForm({ member, onDone }: { member: MemberDetail; onDone: () => void }) {
  const form = useActionForm(constraints, { draft: `deactivate ${member._id}`, onDone })
  return (
    <ActionForm form={form} intent="deactivate" className="flex flex-col gap-5">
      <p className="text-quiet">
        They are signed out everywhere at once, and their projects leave the public lists. What others bought
        stays theirs.
      </p>
      <Field
        label="Reason"
        hint="It is mailed to the member and stays in the audit log for good, so name nobody in it"
        {...form.field('reason')}
      >
        <TextArea rows={4} data-autofocus="" />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" tone="danger" pending={form.pending} pendingText="Deactivating...">
          Deactivate
        </Button>
      </div>
    </ActionForm>
  )
}

/** A button that opens the form in which a super admin books what a member paid back. */
function RepaymentDialog({ member }: { member: MemberDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        Book a Repayment
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Book a repayment of ${member.name}`}
        size="small"
      >
        <RepaymentForm member={member} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function RepaymentForm({ member, onDone }: { member: MemberDetail; onDone: () => void }) {
  const form = useActionForm(repaymentConstraints, { onDone })
  const { owes } = member.money
  return (
    <ActionForm form={form} intent="book-repayment" className="flex flex-col gap-5">
      <p className="text-quiet">
        They owe {inRupees(owes)}. Book what has arrived in our bank account, with the bank’s reference. They
        get an email.
      </p>
      <Field label="Amount in rupees" {...form.field('amount', owes)}>
        <NumberInput inputMode="decimal" unit="₹" data-autofocus="" />
      </Field>
      <Field label="Bank’s reference" {...form.field('reference')}>
        <TextInput autoComplete="off" className="font-mono uppercase" />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={form.pending} pendingText="Booking...">
          Book Repayment
        </Button>
      </div>
    </ActionForm>
  )
}

const repaymentConstraints = {
  amount: { required: true, min: 0, step: 0.01 },
  reference: { required: true, maxLength: 40 },
} as const
const constraints = { reason: { required: true, maxLength: 500 } } as const
