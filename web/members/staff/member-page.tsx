import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { day, minute } from '#contract/format.ts'
import { type MemberDetail, staffMembers } from '#contract/members/staff-members.ts'

import { dropDraft } from '../../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, unlessUnanswered, useForm } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Callout } from '../../ui/status.tsx'
import { longNameLook } from '../../ui/text.tsx'
import type { Route } from './+types/member-page'
import { MemberFacts, MemberHistory, OrdersSheet, ProjectsSheet, ReferralsSheet } from './member-sheets.tsx'
import { StandingMark } from './member-status.tsx'

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

export async function clientAction({
  context,
  request,
  params,
}: Route.ClientActionArgs): Promise<MemberAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const of = { params: { id: params.id } }
  try {
    switch (textIn(form, 'do')) {
      case 'agent': {
        const isAgent = textIn(form, 'isAgent') === 'yes'
        const { member } = await api.staffMembers.setAgent({ ...of, body: { isAgent } })
        return { done: `${member.name} is ${isAgent ? 'an agent' : 'no longer an agent'}.` }
      }
      case 'reactivate': {
        const { member } = await api.staffMembers.reactivate(of)
        return { done: `${member.name} can sign in again.` }
      }
      default: {
        const body = { reason: textIn(form, 'reason') }
        const mistakes = mistakesIn(staffMembers.deactivate.body, body)
        if (mistakes) return mistakes
        const { member } = await api.staffMembers.deactivate({ ...of, body })
        return { done: `${member.name} is deactivated.` }
      }
    }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminMemberPage({ loaderData: { member } }: Route.ComponentProps) {
  const { _id, name, joinedAt, isAgent, standing, deactivation } = member
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className={clsx('text-28 min-w-0 wrap-anywhere', longNameLook(name))}>{name}</h1>
            <StandingMark standing={standing} />
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

/** What came of an action on a member. */
type MemberAnswer = FormAnswer & { done?: string }

/** Makes a member an agent or not, and keeps them from signing in or lets them again. */
function MemberActions({ member }: { member: MemberDetail }) {
  const { name, isAgent, standing } = member
  const [asked, setAsked] = useState<'make-agent' | 'end-agent' | 'reactivate' | 'deactivate'>()
  const fetcher = useFetcher<MemberAnswer>()
  const { data, state } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !data) return
    if (data.done) notify(data.done, { tone: 'done' })
    else if (data.message) notify(data.message, { tone: 'failed' })
  }, [data, state])
  const act = async () => {
    const does = asked === 'reactivate' ? 'reactivate' : 'agent'
    const wanted = asked === 'make-agent' ? 'yes' : 'no'
    await fetcher.submit({ do: does, isAgent: wanted }, { method: 'post' })
    setAsked(undefined)
  }
  const isActive = standing === 'active'
  // What is asked may have been done meanwhile.
  const isOpen = {
    'make-agent': !isAgent,
    'end-agent': isAgent,
    reactivate: !isActive,
    deactivate: isActive,
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" onClick={() => setAsked(isAgent ? 'end-agent' : 'make-agent')}>
        {isAgent ? 'End Agent' : 'Make Agent'}
      </Button>
      {isActive ? (
        <Button tone="danger" onClick={() => setAsked('deactivate')}>
          Deactivate
        </Button>
      ) : (
        <Button onClick={() => setAsked('reactivate')}>Reactivate</Button>
      )}
      <ConfirmDialog
        open={asked !== undefined && asked !== 'deactivate' && isOpen[asked]}
        onClose={() => setAsked(undefined)}
        question={
          asked === 'reactivate'
            ? `Reactivate ${name}?`
            : asked === 'end-agent'
              ? `Make ${name} an ordinary member again?`
              : `Make ${name} an agent?`
        }
        confirm={asked === 'reactivate' ? 'Reactivate' : asked === 'end-agent' ? 'End Agent' : 'Make Agent'}
        pending={state !== 'idle'}
        onConfirm={() => void act()}
      >
        {asked === 'reactivate'
          ? 'They can sign in again, and their projects are listed as they were. They get an email.'
          : 'Their profile shows it at once.'}
      </ConfirmDialog>
      <Dialog
        open={asked === 'deactivate' && isOpen.deactivate}
        onClose={() => setAsked(undefined)}
        title={`Deactivate ${name}?`}
        size="small"
      >
        <DeactivateForm member={member} onDone={() => setAsked(undefined)} />
      </Dialog>
    </div>
  )
}

function DeactivateForm({ member, onDone }: { member: MemberDetail; onDone: () => void }) {
  const fetcher = useFetcher<MemberAnswer>()
  const draft = `deactivate ${member._id}`
  const { ref, message, field } = useForm(constraints, fetcher.data, draft)
  const { data, state } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !data?.done) return
    notify(data.done, { tone: 'done' })
    dropDraft(draft)
    onDone()
  }, [data, state, draft, onDone])
  return (
    <fetcher.Form ref={ref} method="post" className="flex flex-col gap-5" noValidate>
      <input type="hidden" name="do" value="deactivate" />
      <p className="text-quiet">
        They are signed out everywhere at once, and their projects leave the public lists. What others bought
        stays theirs.
      </p>
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Reason"
        hint="It is mailed to the member and stays in the audit log for good, so name nobody in it"
        {...field('reason')}
      >
        <TextArea rows={4} data-autofocus="" />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" tone="danger" pending={state !== 'idle'} pendingText="Deactivating...">
          Deactivate
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = { reason: { required: true, maxLength: 500 } } as const
