import { useSearchParams } from 'react-router'

import { complaints as calls } from '#contract/content/complaints.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Route } from './+types/questions-page'
import { complaintColumns, complaintStates } from './complaint-list.tsx'

export const handle: PageHandle = {
  title: 'Questions',
  failure: 'Failed to load questions',
}

/** Loads the complaints about questions. */
export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(calls.list.query, request), about: 'question' as const }
  return context.get(apiContext).complaints.list({ query })
}

export default function StaffQuestionsPage({
  loaderData: { complaints, open, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(calls.list.query, useSearchParams()[0])
  return (
    <StaffList
      title="Questions"
      lead="Reported questions. Every question about a project is on its page, under Listing."
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
    title: 'Nobody complained',
    text: 'Questions with a link, an email, a UPI address or a phone number wait under Held texts.',
    show: { label: 'Show Held Texts', to: '/admin/held' },
  },
  decided: { title: 'Nothing decided yet' },
}
