import { Link } from 'react-router'

import { minute } from '#contract/kit/format.ts'
import { audit, type AuditEntry, auditKinds, type auditReadings } from '#contract/staff/audit.ts'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { queryIn, StaffList } from '../shell/staff-list.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Status } from '../ui/status.tsx'
import type { Route } from './+types/audit-page'
import { changesOf } from './audit-changes.ts'

export const handle: PageHandle = {
  title: 'Audit log',
  failure: 'Failed to load the audit log',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(audit.list.query, request), limit: 25 }
  return context.get(apiContext).audit.list({ query })
}

export default function AuditPage({ loaderData: { entries, staff, pagination } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Audit log"
      lead={entries.some(({ isAlone }) => isAlone) ? `${lead} ${aloneHint}` : lead}
      search={{ label: 'Search the audit log', placeholder: 'Action, title, number' }}
      filters={[
        {
          name: 'staff',
          label: 'Who',
          showLabel: true,
          placeholder: 'Everybody',
          options: staff.map(({ _id, name }) => ({ value: _id, label: name })),
        },
        { name: 'kind', label: 'About', showLabel: true, placeholder: 'Everything', options: auditKinds },
        {
          name: 'show',
          label: 'What',
          showLabel: true,
          placeholder: 'Acts',
          options: [
            { value: 'readings', label: 'Readings' },
            { value: 'all', label: 'Both' },
          ] satisfies { value: (typeof auditReadings)[number]; label: string }[],
        },
        { name: 'from', label: 'From', showLabel: true, type: 'date' },
        { name: 'to', label: 'To', showLabel: true, type: 'date' },
      ]}
      rows={entries}
      columns={auditColumns}
      pagination={pagination}
      empty={{
        title: 'Nothing found',
        text: 'Try fewer filters or another word.',
        show: { label: 'Show Everything', to: '/admin/audit' },
      }}
    />
  )
}

const lead =
  'What staff did and, as readings, whose records and source they opened and which lists of people they read. It is only ever added to.'
const aloneHint =
  '“Alone”: one person took both steps of what takes two: a super admin, or somebody while nobody else on the staff could sign in.'

/** The columns of the log: when, who, what, about what, and the changes. */
const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    className: 'text-13 whitespace-nowrap align-top pt-4!',
    cell: ({ happenedAt }) => minute(happenedAt),
  },
  {
    key: 'who',
    head: 'Who',
    className: 'whitespace-nowrap align-top pt-4!',
    cell: ({ staff }) => staff.name,
  },
  {
    key: 'what',
    head: 'What',
    className: 'font-semibold min-w-32 align-top pt-4!',
    cell: ({ action, isAlone }) => (
      <>
        <span>{action}</span>
        {isAlone && (
          <Status tone="waiting" className="mt-1 flex! font-normal">
            alone
          </Status>
        )}
      </>
    ),
  },
  {
    key: 'about',
    head: 'About',
    className: 'min-w-48 align-top pt-4!',
    cell: ({ about }) => <About {...about} />,
  },
  {
    key: 'changes',
    head: 'Before and after',
    folded: 'whole',
    className: 'min-w-64 align-top py-4!',
    cell: (entry) => <Changes {...entry} />,
  },
]

/** The pages that show the subject of an action, by its kind. */
const pages: Record<string, (id: string) => string> = {
  project: (id) => `/admin/projects/${id}`,
  payout: (id) => `/admin/payouts/${id}`,
  contact: (id) => `/admin/contacts/${id}`,
  member: (id) => `/admin/members/${id}`,
  order: (id) => `/admin/orders/${id}`,
  payment: (id) => `/admin/orders?search=${id}`,
  dispute: (id) => `/admin/disputes/${id}`,
  complaint: (id) => `/admin/complaints/${id}`,
  settings: (id) => `/admin/settings?section=${id}`,
  rule: () => '/admin/findings',
  coupon: () => '/admin/coupons',
  synonym: () => '/admin/synonyms',
}

function About({ kind, id, name, isGone }: AuditEntry['about']) {
  const words = name || (id.length > 16 ? `${id.slice(0, 8)}…` : id)
  const page = isGone ? undefined : pages[kind]?.(id)
  return (
    <>
      <span className="text-13 text-quiet">{kind} </span>
      {page ? (
        <Link to={page} className="link-rule" title={id}>
          {words}
        </Link>
      ) : (
        <span title={id}>{words}</span>
      )}
    </>
  )
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  return (
    <dl className="text-13 flex flex-col gap-1 wrap-anywhere">
      {changes.map(({ label, was, is }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{label === ownerLabel ? 'owner' : label}</dt>
          <dd className="max-w-lg min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">
            {was !== undefined && (
              <>
                <del className="text-quiet">
                  <span className="sr-only">was </span>
                  <LongText text={was} />
                </del>{' '}
              </>
            )}
            {is !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">is now </span>
                {label === ownerLabel ? (
                  <About kind="member" id={is} name="" isGone={false} />
                ) : (
                  <LongText text={is} />
                )}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The label of `ownerId` in an entry. */
const ownerLabel = 'owner id'

/** A text, shortened when it is long; it can then be opened. */
function LongText({ text }: { text: string }) {
  if (text.length <= maxLength && text.split('\n').length <= 3) return text
  const beginning = text.split('\n')[0]!.slice(0, 80)
  return (
    <details>
      <summary className="cursor-pointer py-0.5">{beginning}…</summary>
      {text}
    </details>
  )
}

/** Maximum number of characters that are shown without opening. */
const maxLength = 200
