import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { MemberDetail } from '#contract/staff/members.ts'

import { dropDraft } from '../../forms/draft.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** What came of an action on a member. */
export type MemberAnswer = FormAnswer & { done?: string }

/** Makes a member an agent or not, and keeps them from signing in or lets them again. */
export function MemberActions({ member }: { member: MemberDetail }) {
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
