import { Link, useSearchParams } from 'react-router'

import { bulkActions, type Contact, contactStatuses, staffContacts } from '#contract/content/contacts.ts'
import { counted, day, formatCount } from '#contract/kit/format.ts'

import { formAction } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { type Gone, queryIn, StaffList, useSelection } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { MailText } from '../../ui/text.tsx'
import type { Route } from './+types/contacts-page'
import { ContactStatusMark, contactStatusLabels } from './contact-status.tsx'

export const handle: PageHandle = {
  title: 'Contacts',
  failure: 'Failed to load contacts',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(staffContacts.list.query, request), limit: 20 }
  return context.get(apiContext).staffContacts.list({ query })
}

/** Performs the chosen action on all selected messages. */
export const clientAction = formAction<Gone>('Failed to perform bulk action', async ({ api, form }) => {
  const action = bulkActions.find((known) => known === textIn(form, 'intent')) ?? 'read'
  const body = { contactIds: form.getAll('id').map(String), action }
  const { updated, results } = await api.staffContacts.bulkUpdate({ body })
  const missing = results.filter(({ success }) => !success).length
  return {
    done: `${counted(updated, 'message')} ${action === 'delete' ? 'deleted' : `marked ${contactStatusLabels[action].toLowerCase()}`}.`,
    ...(missing > 0 && { message: `${counted(missing, 'message')} not found.` }),
    gone: body.contactIds,
  }
})

export default function AdminContactsPage({
  loaderData: { contacts, counts, pagination },
}: Route.ComponentProps) {
  const [params] = useSearchParams()
  const selection = useSelection()
  return (
    <StaffList
      title="Contacts"
      note={`${formatCount(counts.unread)} unread in all`}
      search={{ label: 'Search messages', placeholder: 'Name, email or words' }}
      filters={[
        {
          name: 'status',
          label: 'Status',
          placeholder: 'All statuses',
          options: contactStatuses.map((value) => ({
            value,
            label: `${contactStatusLabels[value]} (${counts[value]})`,
          })),
        },
      ]}
      rows={contacts}
      columns={columns}
      bulk={{ selection, selectLabel: ({ name }) => `Select the message from ${name}`, actions }}
      pagination={pagination}
      empty={{
        title: 'No messages found',
        text: String(params)
          ? 'Try fewer filters or another word.'
          : 'What visitors send from the contact page is listed here.',
        show: { label: 'Show All Messages', to: '/admin/contacts' },
      }}
    />
  )
}

const actions = bulkActions.map((value) =>
  value === 'delete'
    ? {
        value,
        label: 'Delete',
        question: (count: number) => `Delete ${counted(count, 'message')}?`,
        means: 'Replies that were kept with them go too.',
      }
    : { value, label: `Mark ${contactStatusLabels[value]}` },
)

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
        <span className="text-13 text-quiet block">
          <MailText of={email} alone />
        </span>
      </>
    ),
  },
  {
    key: 'subject',
    head: 'Message',
    folded: 'whole',
    className: 'min-w-64 max-w-xl',
    cell: ({ number, subject, excerpt }) => (
      <>
        <span className="block">{subject}</span>
        <span className="text-13 text-quiet block">{number}</span>
        <span className="text-quiet line-clamp-1">{excerpt}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    folded: 'inline',
    cell: ({ status }) => <ContactStatusMark status={status} />,
  },
  { key: 'sent', head: 'Sent', figures: true, folded: 'inline', cell: ({ createdAt }) => day(createdAt) },
]
