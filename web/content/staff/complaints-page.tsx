import { useSearchParams } from 'react-router'

import { complaints as calls } from '#contract/content/complaints.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Route } from './+types/complaints-page'
import { complaintColumns, complaintStates } from './complaint-list.tsx'

export const handle: PageHandle = {
  title: 'Complaints',
  failure: 'Failed to load complaints',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).complaints.list({ query: queryIn(calls.list.query, request) })
}

export default function StaffComplaintsPage({
  loaderData: { complaints, open, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(calls.list.query, useSearchParams()[0])
  return (
    <StaffList
      title="Complaints"
      states={complaintStates(open)}
      rows={complaints}
      columns={complaintColumns}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

const emptyTexts = {
  open: {
    title: 'Nothing is open',
    show: { label: 'Show Decided Complaints', to: '/admin/complaints?state=decided' },
  },
  decided: { title: 'Nothing decided yet' },
}
