import { clsx } from 'clsx'
import { Link } from 'react-router'

import type { StaffReport } from '#contract/content/complaints.ts'
import { day } from '#contract/format.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
import { kindWords, outcomeTones, outcomeWord } from '../complaint-labels.ts'
import type { Route } from './+types/complaints-page'

export const handle: PageHandle = {
  title: 'Reports',
  failure: 'Failed to load reports',
}

const states = ['open', 'decided'] as const
type State = (typeof states)[number]

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const state: State = searchParams.get('state') === 'decided' ? 'decided' : 'open'
  const page = searchParams.get('page') ?? '1'
  return { state, ...(await api.reports.list({ query: { state, page } })) }
}

export default function AdminReportsPage({
  loaderData: { reports, state, open, pagination },
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-4">Reports</h1>
      <nav aria-label="Reports" className="border-rule mb-6 flex gap-6 border-b">
        {states.map((one) => (
          <Link
            key={one}
            to={one === 'open' ? '/admin/reports' : '/admin/reports?state=decided'}
            aria-current={one === state ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 items-center gap-2 border-b-2 font-semibold',
              one === state ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
            )}
          >
            {one === 'open' ? 'Open' : 'Decided'}
            {one === 'open' && <span className="count">{open}</span>}
          </Link>
        ))}
      </nav>
      {reports.length === 0 ? (
        <Sheet>
          <Nothing state={state} />
        </Sheet>
      ) : (
        <Sheet>
          <ul className="divide-rule divide-y">
            {reports.map((report) => (
              <Row key={report._id} report={report} />
            ))}
          </ul>
        </Sheet>
      )}
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

function Row({ report }: { report: StaffReport }) {
  const { _id, number, about, kind, title, text, reportedAt, dueAt, isLate, answer, decision } = report
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <Link to={`/admin/reports/${_id}`} className="link-rule font-semibold break-words">
          {title}
        </Link>
        <p className="mt-1">{kindWords[kind]}</p>
        {text !== '' && (
          <p className="text-14 text-quiet mt-1 line-clamp-2 max-w-(--container-text) break-words">{text}</p>
        )}
        <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3 font-mono">
          <span className="text-ink">{number}</span>
          <span>{about}</span>
          <span>reported {day(reportedAt)}</span>
          {answer && <span>the owner has answered</span>}
        </p>
      </div>
      {decision ? (
        <Status tone={outcomeTones[decision.outcome]}>{outcomeWord(decision.outcome, about)}</Status>
      ) : (
        <Status tone={isLate ? 'stopped' : 'waiting'}>
          {isLate ? 'Late since' : 'Due'} {day(dueAt)}
        </Status>
      )}
    </li>
  )
}

const Nothing = ({ state }: { state: State }) =>
  state === 'open' ? (
    <EmptyState
      title="Nothing is open"
      action={
        <ButtonLink to="/admin/reports?state=decided" tone="quiet">
          Show Decided Reports
        </ButtonLink>
      }
    >
      Every report has been decided.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing decided yet">Decisions are listed here with their reasons.</EmptyState>
  )
