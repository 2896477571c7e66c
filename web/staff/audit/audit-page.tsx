import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'
import { auditKinds } from '#contract/staff/audit.ts'

import type { PageHandle } from '../../page-handle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { reload } from '../../ui/connection/reload.ts'
import { DataTable } from '../../ui/data/data-table.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { filled } from '../found/filled.ts'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/audit-page'
import { auditColumns } from './columns.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Audit log | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
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
clientLoader.hydrate = true as const

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

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load the audit log" onRetry={reload} />
}
