import { Form, Link, useNavigation, useSearchParams, useSubmit } from 'react-router'

import { grouped, minute } from '#contract/format.ts'
import { type AuditEntry, auditKinds } from '#contract/staff/audit.ts'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { filled } from '../shell/staff-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { Select, TextInput } from '../ui/inputs.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/audit-page'
import { changesOf } from './audit-changes.ts'

export const handle: PageHandle = {
  title: 'Audit log',
  failure: 'Failed to load the audit log',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const text = (name: string) => searchParams.get(name) || undefined
  const kind = auditKinds.find((known) => known === text('kind'))
  return api.audit.list({
    query: {
      search: text('search'),
      staff: text('staff'),
      kind,
      about: text('about'),
      from: text('from'),
      to: text('to'),
      page: text('page') ?? '1',
      limit: 25,
    },
  })
}

export default function AuditPage({ loaderData: { entries, staff, pagination } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const busy = useNavigation().state === 'loading'
  const chosen = (name: string) => params.get(name) ?? ''
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-28">Audit log</h1>
        <p className="text-13 text-quiet font-mono tabular-nums">{grouped(pagination.total)} found</p>
      </div>
      <p className="text-quiet mt-1 mb-5">What staff did. It is only ever added to.</p>
      <Form
        key={params.toString()}
        className="mb-5 grid grid-cols-2 items-end gap-3 lg:max-[85rem]:grid-cols-4 min-[85rem]:grid-cols-[minmax(14rem,1fr)_repeat(4,10rem)]"
        onChange={({ currentTarget, target }) => {
          if (target instanceof HTMLSelectElement) void submit(filled(currentTarget))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(filled(event.currentTarget))
        }}
      >
        <SearchField
          label="Search the audit log"
          placeholder="Action, title, number"
          defaultValue={chosen('search')}
          submit="Search"
          className="col-span-2 lg:max-[85rem]:col-span-4 min-[85rem]:col-span-1"
        />
        <Field label="Who">
          <Select
            name="staff"
            defaultValue={chosen('staff')}
            placeholder="Everybody"
            options={staff.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        </Field>
        <Field label="About">
          <Select name="kind" defaultValue={chosen('kind')} placeholder="Everything" options={auditKinds} />
        </Field>
        <Field label="From">
          <TextInput type="date" name="from" defaultValue={chosen('from')} />
        </Field>
        <Field label="To">
          <TextInput type="date" name="to" defaultValue={chosen('to')} />
        </Field>
        {chosen('about') && <input type="hidden" name="about" value={chosen('about')} />}
      </Form>
      <Sheet className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}>
        <DataTable
          folds="59rem"
          caption="Audit log"
          columns={auditColumns}
          rows={entries}
          rowKey={({ _id }) => _id}
          empty={
            <EmptyState
              title="Nothing found"
              action={
                <ButtonLink to="/admin/audit" tone="quiet">
                  Show Everything
                </ButtonLink>
              }
            >
              Try fewer filters or another word.
            </EmptyState>
          }
        />
      </Sheet>
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

/** One action a row: when, who, what, to what, and what changed by it. */
const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    className: 'font-mono text-13 whitespace-nowrap align-top pt-4!',
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
    cell: ({ action }) => action,
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
    whole: true,
    className: 'min-w-64 align-top py-4!',
    cell: (entry) => <Changes {...entry} />,
  },
]

/** Where what an action was about is shown. */
const pages: Record<string, (id: string) => string> = {
  project: (id) => `/admin/projects/${id}`,
  payout: (id) => `/admin/payouts/${id}`,
  contact: (id) => `/admin/contacts/${id}`,
  member: (id) => `/admin/members/${id}`,
  order: (id) => `/admin/orders/${id}`,
  report: (id) => `/admin/reports/${id}`,
  settings: (id) => `/admin/settings?section=${id}`,
  rule: () => '/admin/findings',
  coupon: () => '/admin/coupons',
}

function About({ kind, id, name, isGone }: AuditEntry['about']) {
  const words = name || (id.length > 16 ? `${id.slice(0, 8)}…` : id)
  const page = isGone ? undefined : pages[kind]?.(id)
  return (
    <>
      <span className="text-13 text-quiet font-mono">{kind} </span>
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
    <dl className="text-13 flex flex-col gap-1 font-mono wrap-anywhere">
      {changes.map(({ label, was, is }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{label === ownerLabel ? 'owner' : label}</dt>
          <dd className="max-w-lg min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">
            {was !== undefined && (
              <>
                <del className="text-quiet">
                  <span className="sr-only">was </span>
                  <Words text={was} />
                </del>{' '}
              </>
            )}
            {is !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">is now </span>
                {label === ownerLabel ? (
                  <About kind="member" id={is} name="" isGone={false} />
                ) : (
                  <Words text={is} />
                )}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What `ownerId` reads as in an entry. */
const ownerLabel = 'owner id'

/** A long text begins, and is read whole when it is opened. */
function Words({ text }: { text: string }) {
  if (text.length <= maxLength && text.split('\n').length <= 3) return text
  const beginning = text.split('\n')[0]!.slice(0, 80)
  return (
    <details>
      <summary className="cursor-pointer py-0.5">{beginning}…</summary>
      {text}
    </details>
  )
}

/** Characters that stand in the table as they are. */
const maxLength = 200
