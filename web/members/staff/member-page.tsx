import { clsx } from 'clsx'
import { useState } from 'react'

import { day, minute } from '#contract/format.ts'
import { type MemberDetail, staffMembers } from '#contract/members/staff-members.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { checked } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import { longNameLook } from '../../ui/text.tsx'
import type { Route } from './+types/member-page'
import { MemberFacts, MemberHistory, OrdersSheet, ProjectsSheet, ReferralsSheet } from './member-sheets.tsx'
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
  return api.staffMembers.get({ params: { id: params.id } })
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
})

export default function AdminMemberPage({ loaderData: { member } }: Route.ComponentProps) {
  const { _id, name, joinedAt, isAgent, standing, deactivation } = member
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className={clsx('text-28 min-w-0 wrap-anywhere', longNameLook(name))}>{name}</h1>
            <MemberStatusMark standing={standing} />
          </div>
          <p className="text-quiet mt-1">
            {isAgent ? 'Agent' : 'Member'}, joined {day(joinedAt)}
          </p>
        </div>
        {standing !== 'deleted' && <MemberActions key={_id} member={member} />}
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
          <ReferralsSheet member={member} />
        </div>
        <MemberFacts member={member} />
        <MemberHistory member={member} />
      </div>
    </>
  )
}

/** Buttons that make a member an agent or end that, and that deactivate or reactivate the account. */
function MemberActions({ member }: { member: MemberDetail }) {
  const { name, isAgent, standing } = member
  const [isDeactivating, setDeactivating] = useState(false)
  const isActive = standing === 'active'
  return (
    <div className="flex flex-wrap gap-2">
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

const constraints = { reason: { required: true, maxLength: 500 } } as const
