import { Link, useSearchParams } from 'react-router'

import { counted, day, grouped } from '#contract/format.ts'
import { type MemberRow, memberStandings } from '#contract/members/staff-members.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { FilterForm, FoundList } from '../../shell/staff-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { MailText } from '../../ui/text.tsx'
import type { Route } from './+types/members-page'
import { StandingMark, standingWords } from './member-status.tsx'

export const handle: PageHandle = {
  title: 'Members',
  failure: 'Failed to load members',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  return api.staffMembers.list({
    query: {
      search: searchParams.get('search')?.slice(0, 200) ?? '',
      standing: memberStandings.find((known) => known === searchParams.get('standing')),
      agents: searchParams.get('agents') === 'yes' ? 'yes' : undefined,
      page: searchParams.get('page') ?? '1',
      limit: 20,
    },
  })
}

export default function AdminMembersPage({ loaderData: { members, pagination } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <FoundList title="Members" filters={<Filters />} pagination={pagination}>
      {members.length === 0 ? <Nobody search={params.get('search') ?? ''} /> : <Rows members={members} />}
    </FoundList>
  )
}

function Filters() {
  const [params] = useSearchParams()
  return (
    <FilterForm label="Search members" placeholder="Name, email or id">
      <Field label="Status" hideLabel className="max-sm:flex-1">
        <Select
          name="standing"
          defaultValue={params.get('standing') ?? ''}
          placeholder="All statuses"
          options={memberStandings.map((value) => ({ value, label: standingWords[value] }))}
        />
      </Field>
      <Field label="Agents" hideLabel className="max-sm:flex-1">
        <Select
          name="agents"
          defaultValue={params.get('agents') ?? ''}
          placeholder="Everybody"
          options={[{ value: 'yes', label: 'Agents only' }]}
        />
      </Field>
    </FilterForm>
  )
}

/** A table, on phones a list. */
const Rows = ({ members }: { members: MemberRow[] }) => (
  <>
    <div className="max-xl:hidden">
      <DataTable
        className="max-h-none!"
        caption="Members"
        columns={columns}
        rows={members}
        rowKey={({ _id }) => _id}
      />
    </div>
    <ul aria-label="Members" className="divide-rule divide-y xl:hidden">
      {members.map((member) => (
        <li
          key={member._id}
          className="flex flex-col gap-x-6 gap-y-1.5 px-4 py-3 sm:flex-row sm:items-center sm:justify-between sm:px-5"
        >
          <Name {...member} />
          <p className="text-14 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 sm:grid sm:w-80 sm:grid-cols-[8rem_1fr]">
            <StandingMark standing={member.standing} />
            <span className="text-quiet">
              {member.isAgent && 'Agent · '}
              {counted(member.projects, 'project')} · {counted(member.orders, 'order')}
            </span>
          </p>
        </li>
      ))}
    </ul>
  </>
)

const Name = ({ _id, name, email }: MemberRow) => (
  <div className="min-w-0">
    <Link to={`/admin/members/${_id}`} className="font-semibold break-words hover:underline">
      {name}
    </Link>
    {email && (
      <span className="text-13 text-quiet block font-mono wrap-anywhere">
        <MailText of={email} alone />
      </span>
    )}
  </div>
)

const columns: Column<MemberRow>[] = [
  { key: 'name', head: 'Name', className: 'min-w-64', cell: (member) => <Name {...member} /> },
  { key: 'role', head: 'Role', cell: ({ isAgent }) => (isAgent ? 'Agent' : 'Member') },
  { key: 'state', head: 'Status', cell: ({ standing }) => <StandingMark standing={standing} /> },
  { key: 'projects', head: 'Projects', figures: true, cell: ({ projects }) => grouped(projects) },
  { key: 'orders', head: 'Orders', figures: true, cell: ({ orders }) => grouped(orders) },
  { key: 'joined', head: 'Joined', figures: true, cell: ({ joinedAt }) => day(joinedAt) },
]

const Nobody = ({ search }: { search: string }) => (
  <EmptyState
    title="No members found"
    action={
      <ButtonLink to="/admin/members" tone="quiet">
        Show All Members
      </ButtonLink>
    }
  >
    {search !== '' && !/[\p{L}\p{N}]{3}/u.test(search)
      ? 'Type three letters or more.'
      : 'Try fewer filters or another word.'}
  </EmptyState>
)
