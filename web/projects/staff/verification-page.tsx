import { Link, redirect, useFetcher } from 'react-router'

import { counted } from '#contract/format.ts'
import type { Waiting } from '#contract/projects/staff/verification.ts'

import { unlessUnanswered } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/verification-page'
import { ageOf, timeOf } from './decision.tsx'

export const handle: PageHandle = {
  title: 'Verification',
  failure: 'Failed to load projects',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const page = Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get('page'))) || 1)
  return { ...(await api.desk.queue({ query: { page, limit: 25 } })), now: Date.now() }
}

/** Claims the project that waits longest and leads to it. */
export async function clientAction({ context }: Route.ClientActionArgs) {
  const api = context.get(apiContext)
  try {
    const { _id } = await api.desk.next()
    return _id
      ? redirect(`/admin/projects/${_id}`)
      : { code: 'not_found', message: 'Nothing is left: others are looking at the rest.' }
  } catch (thrown) {
    const { code, message } = problemOf(thrown, 'Failed to take the next project')
    return { code, message }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function DeskPage({ loaderData: { projects, pagination, now } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>()
  const { total, page, pages } = pagination
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-28">Verification</h1>
          {total > 0 && (
            <p className="text-quiet mt-1">{counted(total, 'project')} waiting, the oldest first.</p>
          )}
        </div>
        {total > 0 && (
          <fetcher.Form method="post">
            <Button type="submit" pending={fetcher.state !== 'idle'}>
              Take the Next One
            </Button>
          </fetcher.Form>
        )}
      </div>
      {fetcher.data?.message && (
        <Callout tone="waiting" className="mb-5">
          {fetcher.data.message}
        </Callout>
      )}
      <Sheet className="overflow-hidden">
        {projects.length === 0 ? (
          <EmptyState
            title="Nothing is waiting"
            action={
              <ButtonLink to="/admin/projects?status=waiting" tone="quiet">
                Show What Waits for Owners
              </ButtonLink>
            }
          >
            Every project with files has been decided on.
          </EmptyState>
        ) : (
          <ol aria-label="Waiting projects" className="divide-rule divide-y">
            {projects.map((project) => (
              <WaitingRow key={project._id} project={project} now={now} />
            ))}
          </ol>
        )}
      </Sheet>
      <Pagination page={page} pages={pages} className="mt-6" />
    </>
  )
}

const WaitingRow = ({ project, now }: { project: Waiting; now: number }) => (
  <li className="hover:bg-ground flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
    <span className="text-13 text-quiet w-full shrink-0 font-mono tabular-nums sm:w-20">
      {ageOf(project.waitingSince, now)}
    </span>
    <span className="min-w-48 flex-1">
      <Link to={`/admin/projects/${project._id}`} className="font-semibold break-words hover:underline">
        {project.title}
      </Link>
      <span className="text-14 text-quiet block">
        {project.owner} · {project.category}
      </span>
    </span>
    <span className="flex flex-wrap items-center gap-3">
      {project.isUpdate && <Badge>Update</Badge>}
      {project.status === 'under_review' && <VerificationStatus status={project.status} />}
      {project.claim && (
        <span className="text-14 text-quiet">
          {project.claim.isMine ? 'You' : project.claim.by} until {timeOf(project.claim.until)}
        </span>
      )}
    </span>
  </li>
)
