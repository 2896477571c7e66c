import { useEffect, useRef } from 'react'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'

import { type ContactDetail, contactStatuses, staffContacts } from '#contract/content/contacts.ts'
import { minute } from '#contract/kit/format.ts'

import {
  ActionForm,
  formAction,
  formActions,
  useAction,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { randomKey } from '../../shell/form/draft.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CasePage } from '../../shell/staff-case.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { MailText } from '../../ui/text.tsx'
import type { Route } from './+types/contact-page'
import { ContactStatusMark, contactStatusLabels } from './contact-status.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => (data ? `Message from ${data.contact.name}` : 'Message'),
  steps: [{ label: 'Contacts', to: '/admin/contacts' }, { label: 'Message' }],
  failure: {
    title: 'Failed to load message',
    missing: 'Message not found',
    to: '/admin/contacts',
    label: 'Back to Contacts',
  },
})

/** Loads the message and marks an unread one as read. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { contact } = await api.staffContacts.get({ params })
  if (contact.status !== 'unread') return { contact }
  return api.staffContacts.setStatus({ params, body: { status: 'read' } })
}

export const clientAction = formActions({
  status: formAction('Failed to save', async ({ api, form, params }) => {
    const status = contactStatuses.find((known) => known === textIn(form, 'status')) ?? 'read'
    await api.staffContacts.setStatus({ params, body: { status } })
    return `Marked ${contactStatusLabels[status].toLowerCase()}.`
  }),
  reply: formAction('Failed to save', async ({ api, form, params }) => {
    await api.staffContacts.reply({ params, body: checked(staffContacts.reply.body, form) })
    return 'Your reply is on its way.'
  }),
})

/** Revalidates after a form only, so that the page does not mark the message as read again by itself. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && defaultShouldRevalidate

export default function AdminContactPage({ loaderData: { contact } }: Route.ComponentProps) {
  const { number, name, subject, message, createdAt, replies } = contact
  return (
    <CasePage
      number={`Message ${number}`}
      title={subject}
      status={<ContactStatusMark status={contact.status} />}
      evidence={<Facts contact={contact} />}
      decision={contact.email && <ReplyForm key={replies.length} contact={contact} />}
    >
      <Sheet as="section" aria-label="Message" padded>
        <Statements>
          <Statement
            by={`From ${name}`}
            on={minute(createdAt)}
            text={message || 'The text was deleted with the account.'}
          />
          {replies.map(({ _id, by, text, sentAt }) => (
            <Statement key={_id} by={`Reply of ${by}`} on={minute(sentAt)} text={text} />
          ))}
        </Statements>
      </Sheet>
    </CasePage>
  )
}

function ReplyForm({ contact: { _id, email } }: { contact: ContactDetail }) {
  const form = useActionForm(constraints, { draft: `reply to ${_id}` })
  // The key makes a repeated request send one email only.
  const key = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (key.current) key.current.value = randomKey()
  }, [])
  return (
    <Sheet as="section" aria-label="Reply">
      <SheetHead title="Reply" />
      <ActionForm form={form} intent="reply" className="flex flex-col gap-4 p-4 sm:p-5">
        <input ref={key} type="hidden" name="key" />
        <Field label="Your reply" hint={`Goes to ${email}`} {...form.field('text')}>
          <TextArea rows={6} />
        </Field>
        <Button type="submit" className="self-start" pending={form.pending} pendingText="Sending...">
          Send Reply
        </Button>
      </ActionForm>
    </Sheet>
  )
}

function Facts({ contact }: { contact: ContactDetail }) {
  const { email, phone, createdAt, project, orders, status } = contact
  const { send, pending, failure } = useAction()
  const facts: Fact[] = [
    { term: 'sent', value: minute(createdAt) },
    { term: 'email', value: email ? <MailText of={email} /> : 'account deleted' },
    ...(phone ? [{ term: 'phone', value: phone }] : []),
    ...(project
      ? [
          {
            term: 'project',
            value: (
              <Link to={`/admin/projects/${project._id}`} className="link-rule">
                {project.title}
              </Link>
            ),
          },
        ]
      : []),
    ...orders.map(({ _id, number, title }) => ({
      term: number,
      key: number,
      value: (
        <Link to={`/admin/orders/${_id}`} className="link-rule">
          {title}
        </Link>
      ),
    })),
  ]
  return (
    <Sheet as="section" aria-label="About it">
      <SheetHead title="About it" />
      <FactRows facts={facts} className="px-4 py-2 sm:px-5" />
      <div className="border-rule flex flex-col gap-4 border-t p-4 sm:p-5">
        <Field label="Status">
          <Select
            key={status}
            defaultValue={status}
            disabled={pending}
            options={contactStatuses.map((value) => ({ value, label: contactStatusLabels[value] }))}
            onChange={({ target }) => send({ intent: 'status', status: target.value })}
          />
        </Field>
        <Failure className="-mt-2">{failure}</Failure>
        <ButtonLink to="/admin/contacts" tone="quiet" className="self-start">
          Back to Contacts
        </ButtonLink>
      </div>
    </Sheet>
  )
}

const constraints = { text: { required: true, maxLength: 5000 } } as const
