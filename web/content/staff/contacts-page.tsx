import { useEffect, useState } from 'react'
import { Link, useFetcher, useNavigation, useSearchParams } from 'react-router'

import { bulkActions, type Contact, contactStatuses } from '#contract/content/contacts.ts'
import { counted, day, grouped } from '#contract/format.ts'

import { type FormAnswer, textIn, unlessUnanswered } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { BulkFrame, FilterForm } from '../../shell/staff-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Select } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { MailText } from '../../ui/text.tsx'
import type { Route } from './+types/contacts-page'
import { ContactStatusMark, contactWords } from './contact-status.tsx'

export const handle: PageHandle = {
  title: 'Contacts',
  failure: 'Failed to load contacts',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const status = contactStatuses.find((known) => known === searchParams.get('status'))
  return api.staffContacts.list({
    query: {
      search: searchParams.get('search') ?? '',
      status,
      page: searchParams.get('page') ?? '1',
      limit: 20,
    },
  })
}

/** Does one thing to all ticked messages. */
export async function clientAction({
  context,
  request,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: string; failed?: string }> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const action = bulkActions.find((known) => known === textIn(form, 'action')) ?? 'read'
  const contactIds = textIn(form, 'ids').split(' ')
  try {
    const { updated, results } = await api.staffContacts.bulkUpdate({ body: { contactIds, action } })
    const failures = results.filter(({ success }) => !success)
    return {
      done: `${counted(updated, 'message')} ${action === 'delete' ? 'deleted' : `marked ${contactWords[action].toLowerCase()}`}.`,
      ...(failures.length > 0 && { failed: `${counted(failures.length, 'message')} not found.` }),
    }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to perform bulk action')
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminContactsPage({
  loaderData: { contacts, counts, pagination },
}: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const shown = contacts.filter(({ _id }) => ticked.has(_id)).map(({ _id }) => _id)
  const tick = (ids: string[], on: boolean) => {
    const next = new Set(ticked)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    setTicked(next)
  }
  const all = contacts.map(({ _id }) => _id)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-28">Contacts</h1>
        <p className="text-13 text-quiet font-mono tabular-nums">
          {grouped(pagination.total)} found, {grouped(counts.unread)} unread in all
        </p>
      </div>
      <FilterForm label="Search messages" placeholder="Name, email or words">
        <Field label="Status" hideLabel className="max-sm:flex-1">
          <Select
            key={params.get('status')}
            name="status"
            defaultValue={params.get('status') ?? ''}
            placeholder="All statuses"
            options={contactStatuses.map((value) => ({
              value,
              label: `${contactWords[value]} (${counts[value]})`,
            }))}
          />
        </Field>
      </FilterForm>
      {shown.length > 0 && <BulkBar ids={shown} onClear={() => setTicked(new Set())} />}
      <Sheet className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}>
        <DataTable
          caption="Contacts"
          folds="51rem"
          columns={[tickColumn({ all, ticked, tick }), ...columns]}
          rows={contacts}
          rowKey={({ _id }) => _id}
          chosen={({ _id }) => ticked.has(_id)}
          empty={
            <EmptyState
              title="No messages found"
              action={
                <ButtonLink to="/admin/contacts" tone="quiet">
                  Show All Messages
                </ButtonLink>
              }
            >
              {params.size > 0
                ? 'Try fewer filters or another word.'
                : 'What visitors send from the contact page is listed here.'}
            </EmptyState>
          }
        />
      </Sheet>
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

function BulkBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const fetcher = useFetcher<typeof clientAction>()
  const [asks, setAsks] = useState(false)
  const { data, state, formData } = fetcher
  const doing = formData?.get('action')
  useEffect(() => {
    if (!data) return
    if (data.done) notify(data.done, { tone: 'done' })
    if (data.failed ?? data.message) notify(data.failed ?? data.message ?? '', { tone: 'failed' })
  }, [data])
  const act = async (action: (typeof bulkActions)[number]) => {
    await fetcher.submit({ action, ids: ids.join(' ') }, { method: 'post' })
    setAsks(false)
    onClear()
  }
  return (
    <BulkFrame label="Chosen messages" count={ids.length} onClear={onClear}>
      {(['read', 'unread', 'closed'] as const).map((action) => (
        <Button
          key={action}
          tone="quiet"
          size="small"
          pending={doing === action}
          disabled={state !== 'idle'}
          onClick={() => void act(action)}
        >
          Mark {contactWords[action]}
        </Button>
      ))}
      <Button tone="danger" size="small" disabled={state !== 'idle'} onClick={() => setAsks(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        question={`Delete ${counted(ids.length, 'message')}?`}
        confirm="Delete"
        danger
        pending={state !== 'idle'}
        onConfirm={() => void act('delete')}
      >
        Replies that were kept with them go too.
      </ConfirmDialog>
    </BulkFrame>
  )
}

/** The first column: a box for each message, and one for all of the page. */
const tickColumn = ({
  all,
  ticked,
  tick,
}: {
  all: string[]
  ticked: ReadonlySet<string>
  tick: (ids: string[], on: boolean) => void
}): Column<Contact> => ({
  key: 'tick',
  className: 'w-px',
  head: (
    <Checkbox
      hideLabel
      label="Select all on this page"
      checked={all.length > 0 && all.every((id) => ticked.has(id))}
      onChange={({ target }) => tick(all, target.checked)}
    />
  ),
  cell: ({ _id, name }) => (
    <Checkbox
      hideLabel
      label={`Select the message from ${name}`}
      checked={ticked.has(_id)}
      onChange={({ target }) => tick([_id], target.checked)}
    />
  ),
})

const columns: Column<Contact>[] = [
  {
    key: 'name',
    head: 'From',
    className: 'min-w-48',
    cell: ({ _id, name, email, status }) => (
      <>
        <Link
          to={`/admin/contacts/${_id}`}
          className={status === 'unread' ? 'font-semibold hover:underline' : 'hover:underline'}
        >
          {name}
        </Link>
        <span className="text-13 text-quiet block font-mono">
          <MailText of={email} alone />
        </span>
      </>
    ),
  },
  {
    key: 'subject',
    head: 'Message',
    whole: true,
    className: 'min-w-64 max-w-xl',
    cell: ({ subject, excerpt }) => (
      <>
        <span className="block">{subject}</span>
        <span className="text-quiet line-clamp-1">{excerpt}</span>
      </>
    ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <ContactStatusMark status={status} /> },
  { key: 'sent', head: 'Sent', figures: true, cell: ({ createdAt }) => day(createdAt) },
]
