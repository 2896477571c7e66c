import { type FormEvent, useState } from 'react'
import { redirect, useSearchParams } from 'react-router'

import { NewNotice, type Notice, type NoticeKind, noticeKinds } from '#contract/accounts/notices.ts'
import { timesToDecide } from '#contract/content/complaint-kinds.ts'
import { counted, day, minute } from '#contract/kit/format.ts'

import {
  ActionButton,
  ActionForm,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { randomKey } from '../../shell/form/draft.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup, TextArea, TextInput } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'
import type { Route } from './+types/notices-page'

export const handle: PageHandle = {
  title: 'Notices',
  failure: 'Failed to load notices',
}

/** Loads the mails to all members for super admins; redirects others to the dashboard. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  if (storedAdmin()?.role !== 'super_admin') throw redirect('/admin/dashboard')
  return context.get(apiContext).notices.list()
}

const move = (action: 'stop' | 'continue', done: string) =>
  formAction('Failed to save', async ({ api, form }) => {
    await api.notices.move({ params: { id: textIn(form, 'id') }, body: { action } })
    return done
  })

export const clientAction = formActions({
  send: formAction('Failed to send the notice', async ({ api, form }) => {
    const said = { kind: textIn(form, 'kind'), subject: textIn(form, 'subject'), text: textIn(form, 'text') }
    await api.notices.create({
      body: { ...checked(NewNotice, said), idempotencyKey: textIn(form, 'key') },
    })
    return 'The mails are on their way.'
  }),
  stop: move('stop', 'Stopped. Nobody else gets it until you continue.'),
  continue: move('continue', 'It goes on where it stopped.'),
})

export default function NoticesPage({ loaderData: { notices, members } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-2">Notices</h1>
      <p className="text-quiet mb-6 max-w-(--container-text)">
        One mail to every member, which nobody can switch off: use it for what they must know. You can stop it
        while it is on its way, and let it go on.
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <NoticeForm members={members} />
        <Sheet as="section" aria-label="Sent notices">
          <SheetHead title="Sent notices" />
          {notices.length === 0 ? (
            <EmptyState as="h3" title="None yet" />
          ) : (
            <ul className="divide-rule divide-y px-4 sm:px-5">
              {notices.map((notice) => (
                <li key={notice._id} className="py-4">
                  <NoticeRow notice={notice} />
                </li>
              ))}
            </ul>
          )}
        </Sheet>
      </div>
    </>
  )
}

function NoticeForm({ members }: { members: number }) {
  const [asked] = useSearchParams()
  const kind = noticeKinds.find((one) => one === asked.get('kind')) ?? 'other'
  // The same until it is known that the notice is on its way: pressed again after a lost answer, it is sent once.
  const [key, setKey] = useState(randomKey)
  const form = useActionForm(constraints, {
    draft: `notice ${kind}`,
    onDone: () => {
      form.ref.current?.reset()
      setKey(randomKey())
    },
  })
  const [isAsking, setAsking] = useState(false)
  // What is incomplete is sent at once, for its errors.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isAsking || !event.currentTarget.checkValidity()) return
    event.preventDefault()
    setAsking(true)
  }
  const send = `Mail ${counted(members, 'Member')}`
  const { subject, text } = templates[kind]
  return (
    <Sheet as="section" aria-label="New notice">
      <SheetHead title="New notice" />
      <ActionForm
        key={kind}
        form={form}
        intent="send"
        onSubmit={onSubmit}
        className="flex flex-col gap-4 p-4 sm:p-5"
      >
        <input type="hidden" name="key" value={key} />
        <RadioGroup
          legend="What is it about?"
          required
          name="kind"
          defaultValue={kind}
          options={noticeKinds.map((value) => ({ value, label: kindLabels[value] }))}
          error={form.field('kind').error}
        />
        <Field label="Subject" {...form.field('subject', subject)}>
          <TextInput autoComplete="off" />
        </Field>
        <Field
          label="Text"
          hint="An empty line between paragraphs. Our name and a button are added."
          {...form.field('text', text)}
        >
          <TextArea rows={10} />
        </Field>
        <div>
          <Button type="submit" pending={form.pending} pendingText="One moment...">
            {send}
          </Button>
        </div>
      </ActionForm>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          form.ref.current?.requestSubmit()
          setAsking(false)
        }}
        question={`Mail ${counted(members, 'member')}?`}
        confirm={send}
      >
        Each gets it once. What is sent can’t be taken back.
      </ConfirmDialog>
    </Sheet>
  )
}

const constraints = constraintsOf(NewNotice)

const kindLabels: Record<NoticeKind, string> = {
  terms: 'Changed terms',
  rules: 'The rules, every three months',
  breach: 'A breach of personal data',
  other: 'Something else',
}

/** The texts that a notice begins with. */
const templates: Record<NoticeKind, { subject: string; text: string }> = {
  terms: {
    subject: 'Our terms have changed',
    text: 'We changed our terms. What is new: …\n\nThey hold from … on. What you bought or sold before keeps the terms of its day. If you do not agree, you can delete your account in Settings.',
  },
  rules: {
    subject: 'The rules of Readymade',
    text: `The law asks us to remind you every three months: keep to our terms and our privacy page, and list or write nothing that is copied, harmful or somebody’s private data. Whoever breaks the rules can lose what they listed, and their account.\n\nIf you see something wrong, press Report on its page. We decide ${timesToDecide}.`,
  },
  breach: {
    subject: 'A breach of your personal data',
    text: 'On … somebody got … without leave.\n\nWhat it means for you: …\n\nWhat we have done, and what you should do now: …\n\nWrite to us if you have questions. The Data Protection Board of India knows of it.',
  },
  other: { subject: '', text: '' },
}

function NoticeRow({ notice: { _id, kind, subject, createdAt, createdBy, sent, state, endedAt } }: RowProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-semibold break-words">{subject}</p>
        <Status tone={tones[state]}>{stateLabels[state]}</Status>
      </div>
      <p className="text-13 text-quiet mt-1">{`${kindLabels[kind]}, ${day(createdAt)}, by ${createdBy}`}</p>
      <p className="mt-2">
        {endedAt ? `${counted(sent, 'mail')} by ${minute(endedAt)}` : `${counted(sent, 'mail')} so far`}
      </p>
      {state === 'sending' && (
        <ActionButton className="mt-2" tone="quiet" size="small" submit={{ intent: 'stop', id: _id }}>
          Stop
        </ActionButton>
      )}
      {state === 'stopped' && (
        <ActionButton className="mt-2" tone="quiet" size="small" submit={{ intent: 'continue', id: _id }}>
          Continue
        </ActionButton>
      )}
    </>
  )
}

type RowProps = { notice: Notice }

const tones: Record<Notice['state'], StatusTone> = {
  sending: 'waiting',
  stopped: 'stopped',
  done: 'verified',
}
const stateLabels: Record<Notice['state'], string> = { sending: 'Sending', stopped: 'Stopped', done: 'Sent' }
