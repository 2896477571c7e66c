import { Link, useSearchParams } from 'react-router'

import { counted, day, formatCount } from '#contract/kit/format.ts'
import { type MemberRow, memberStatuses, staffMembers } from '#contract/members/staff-members.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { MailText } from '../../ui/text.tsx'
import type { Route } from './+types/members-page'
import { MemberStatusMark, memberStatusLabels } from './member-status.tsx'

export const handle: PageHandle = {
  title: 'Members',
  failure: 'Failed to load members',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(staffMembers.list.query, request), limit: 20 }
  return context.get(apiContext).staffMembers.list({ query })
}

export default function AdminMembersPage({ loaderData: { members, pagination } }: Route.ComponentProps) {
  const { search = '' } = queryIn(staffMembers.list.query, useSearchParams()[0])
  const isTooShort = search !== '' && !/[\p{L}\p{N}]{3}/u.test(search)
  return (
    <StaffList
      title="Members"
      search={{ label: 'Search members', placeholder: 'Name, email or id' }}
      filters={filters}
      rows={members}
      columns={columns}
      pagination={pagination}
      empty={{
        title: 'No members found',
        text: isTooShort ? 'Type three letters or more.' : 'Try fewer filters or another word.',
        show: { label: 'Show All Members', to: '/admin/members' },
      }}
    />
  )
}

const filters = [
  {
    name: 'standing',
    label: 'Status',
    placeholder: 'All statuses',
    options: memberStatuses.map((value) => ({ value, label: memberStatusLabels[value] })),
  },
  {
    name: 'agents',
    label: 'Agents',
    placeholder: 'Everybody',
    options: [{ value: 'yes', label: 'Agents only' }],
  },
]

const Name = ({ _id, name, email, blocks }: MemberRow) => (
  <div className="min-w-0">
    <Link to={`/admin/members/${_id}`} className="font-semibold break-words hover:underline">
      {name}
    </Link>
    {email && (
      <span className="text-13 text-quiet block wrap-anywhere">
        <MailText of={email} alone />
      </span>
    )}
    {blocks > 0 && <span className="text-13 text-quiet block">{`blocked ${counted(blocks, 'time')}`}</span>}
  </div>
)

/** A count, with its noun where it is shown without the column's head. */
const countOf = (count: number, noun: string) => (
  <>
    <span className="folded:hidden">{formatCount(count)}</span>
    <span className="unfolded:hidden">{counted(count, noun)}</span>
  </>
)

const columns: Column<MemberRow>[] = [
  { key: 'name', head: 'Name', className: 'min-w-64', cell: (member) => <Name {...member} /> },
  { key: 'role', head: 'Role', folded: 'inline', cell: ({ isAgent }) => (isAgent ? 'Agent' : 'Member') },
  {
    key: 'state',
    head: 'Status',
    folded: 'inline',
    cell: ({ standing }) => <MemberStatusMark standing={standing} />,
  },
  {
    key: 'projects',
    head: 'Projects',
    figures: true,
    folded: 'inline',
    cell: ({ projects }) => countOf(projects, 'project'),
  },
  {
    key: 'orders',
    head: 'Orders',
    figures: true,
    folded: 'inline',
    cell: ({ orders }) => countOf(orders, 'order'),
  },
  {
    key: 'joined',
    head: 'Joined',
    figures: true,
    className: 'folded:hidden',
    cell: ({ joinedAt }) => day(joinedAt),
  },
]
