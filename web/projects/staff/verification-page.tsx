import { Link, redirect } from 'react-router'

import { counted } from '#contract/format.ts'
import { desk, type Waiting } from '#contract/projects/staff/verification.ts'

import { ActionButton, formAction } from '../../shell/form/action-form.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Callout } from '../../ui/status.tsx'
import { VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/verification-page'
import { ageOf, timeOf, useNextProject } from './decision.tsx'

export const handle: PageHandle = {
  title: 'Verification',
  failure: 'Failed to load projects',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(desk.queue.query, request), limit: 25 }
  return { ...(await context.get(apiContext).desk.queue({ query })), now: Date.now() }
}

/** Claims the project that has waited longest and redirects to it. */
export const clientAction = formAction<{ note: string }>(
  'Failed to take the next project',
  async ({ api }) => {
    const { _id } = await api.desk.next()
    return _id
      ? redirect(`/admin/projects/${_id}`)
      : { note: 'Nothing is left: others are looking at the rest.' }
  },
)

export default function VerificationPage({
  loaderData: { projects, pagination, now },
}: Route.ComponentProps) {
  const { by, note } = useNextProject()
  const { total } = pagination
  return (
    <StaffList
      title="Verification"
      lead={total > 0 && `${counted(total, 'project')} waiting, the oldest first.`}
      action={
        total > 0 && (
          <ActionButton by={by} submit={{}}>
            Take the Next One
          </ActionButton>
        )
      }
      rows={projects.map((project) => ({ ...project, age: ageOf(project.waitingSince, now) }))}
      columns={columns}
      pagination={pagination}
      empty={{
        title: 'Nothing is waiting',
        text: 'Every project with files has been decided on.',
        show: { label: 'Show What Waits for Owners', to: '/admin/projects?status=waiting' },
      }}
    >
      {note && (
        <Callout tone="waiting" className="mb-5">
          {note}
        </Callout>
      )}
    </StaffList>
  )
}

const columns: Column<Waiting & { age: string }>[] = [
  {
    key: 'project',
    head: 'Project',
    className: 'min-w-48',
    cell: ({ _id, title, owner, category }) => (
      <>
        <Link to={`/admin/projects/${_id}`} className="font-semibold break-words hover:underline">
          {title}
        </Link>
        <span className="text-quiet block">{`${owner} · ${category}`}</span>
      </>
    ),
  },
  { key: 'waiting', head: 'Waiting', figures: true, folded: 'inline', cell: ({ age }) => age },
  {
    key: 'state',
    head: 'Status',
    folded: 'inline',
    cell: ({ isUpdate, status, claim }) => {
      if (!isUpdate && status !== 'under_review' && !claim) return null
      return (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isUpdate && <Badge>Update</Badge>}
          {status === 'under_review' && <VerificationStatus status={status} />}
          {claim && (
            <span className="text-quiet">
              {`${claim.isMine ? 'You' : claim.by} until ${timeOf(claim.until)}`}
            </span>
          )}
        </span>
      )
    },
  },
]
