import { Link, redirect } from 'react-router'

import { counted, formatCount, rupees, sizeText } from '#contract/kit/format.ts'
import { copiedLimit, similarFrom } from '#contract/projects/staff/evidence.ts'
import { inView, type Waiting } from '#contract/projects/staff/verification.ts'

import { ActionButton, formAction } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Frame } from '../../ui/sheet.tsx'
import { Callout, Status, type StatusTone } from '../../ui/status.tsx'
import { groundOf, ProjectPicture } from '../project-picture.tsx'
import type { Route } from './+types/verification-page'
import { ageOf, timeOf, useNextProject } from './queue-controls.tsx'
import {
  kindLabels,
  partLabels,
  QueueParts,
  explainedText,
  shareText,
  viewIn,
  viewSearch,
} from './queue-view.tsx'

export const handle: PageHandle = {
  title: 'Verification',
  failure: 'Failed to load projects',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const { queue } = await context.get(apiContext).verification.queue()
  const page = Number(new URL(request.url).searchParams.get('page')) || 1
  return { queue, view: viewIn(request), page, now: Date.now() }
}

/** Claims the next project of a part of the queue and redirects to it. */
export const clientAction = formAction<{ note: string }>(
  'Failed to take the next project',
  async ({ api, form }) => {
    const view = viewIn(new URLSearchParams({ part: textIn(form, 'part'), order: textIn(form, 'order') }))
    const { _id } = await api.verification.next({ query: view })
    return _id
      ? redirect(`/admin/projects/${_id}${viewSearch(view)}`)
      : { note: 'Nothing is left: others are looking at the rest, or it waits for its owners.' }
  },
)

/** Rows of one page; more would be slow to draw on a phone. */
const rowsOfPage = 50

export default function VerificationPage({ loaderData: { queue, view, page, now } }: Route.ComponentProps) {
  const { by, fields } = useNextProject(view)
  const note = by.answer?.note
  const shown = inView(queue, view)
  const pages = Math.max(1, Math.ceil(shown.length / rowsOfPage))
  const rows = shown.slice((page - 1) * rowsOfPage, page * rowsOfPage)
  return (
    <StaffList
      title="Verification"
      lead={queue.length > 0 && `${counted(queue.length, 'project')} waiting.`}
      action={
        queue.length > 0 && (
          <ActionButton by={by} submit={fields}>
            Take the Next One
          </ActionButton>
        )
      }
      rows={rows.map((project) => ({ ...project, search: viewSearch(view), now }))}
      columns={columns}
      pagination={{ page, pages, total: shown.length }}
      empty={
        queue.length === 0
          ? { title: 'Nothing is waiting' }
          : {
              title: 'Nothing here',
              text: `No waiting project is under “${partLabels[view.part]}”.`,
              show: { label: 'Show All', to: '/admin/verification' },
            }
      }
    >
      {queue.length > 0 && <QueueParts queue={queue} view={view} />}
      {note && (
        <Callout tone="waiting" className="mb-5">
          {note}
        </Callout>
      )}
      <Failure className="mb-5">{by.failure}</Failure>
    </StaffList>
  )
}

type Row = Waiting & { search: string; now: number }

const columns: Column<Row>[] = [
  {
    key: 'project',
    head: 'Project',
    className: 'min-w-72',
    cell: ({ _id, title, category, picture, search, owner, isFirstOfOwner, ownerWaiting }) => (
      <span className="flex items-center gap-3 py-1">
        <Frame className="w-20 shrink-0">
          {picture ? (
            <ProjectPicture image={{ ...picture, alt: '' }} sizes="5rem" />
          ) : (
            <span className={`block size-full ${groundOf(category)}`} />
          )}
        </Frame>
        <span className="min-w-0">
          <Link to={`/admin/projects/${_id}${search}`} className="font-semibold break-words hover:underline">
            {title}
          </Link>
          <span className="text-quiet flex flex-wrap items-center gap-x-2">
            <span>{owner}</span>
            {isFirstOfOwner && <Badge>first project</Badge>}
            {ownerWaiting > 1 && <Badge>{`${ownerWaiting} waiting`}</Badge>}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'kind', head: 'Change', folded: 'inline', cell: ({ kind }) => kindLabels[kind] },
  {
    key: 'blocking',
    head: 'Blocking',
    cell: ({ blocking, explained, check, run }) =>
      check === 'waiting' ? (
        <Status>Being checked</Status>
      ) : (
        <span className="unfolded:items-start flex flex-col items-end">
          {check === 'failed' ? (
            <Status tone="waiting">Not checked</Status>
          ) : (
            (blocking > 0 || explained === 0) && (
              <Status tone={blocking > 0 ? 'stopped' : 'verified'}>{figure(blocking)}</Status>
            )
          )}
          {explained > 0 && <Status tone="waiting">{explainedText(explained)}</Status>}
          {run === 'failed' && <Status tone="stopped">Did not run</Status>}
        </span>
      ),
  },
  {
    key: 'warnings',
    head: 'Warnings',
    cell: ({ warnings, check }) =>
      check !== 'waiting' && <Status tone={warnings > 0 ? 'waiting' : 'verified'}>{figure(warnings)}</Status>,
  },
  {
    key: 'copied',
    head: 'Copied',
    className: 'unfolded:max-w-56',
    cell: ({ copiedShare, copiedFrom, check }) =>
      check !== 'waiting' && (
        <span className="unfolded:items-start flex min-w-0 flex-col items-end">
          <Status tone={copiedTone(copiedShare)}>{figure(copiedShare, shareText)}</Status>
          {copiedFrom && copiedShare >= similarFrom && (
            <span className="text-quiet line-clamp-2 break-words">{`of ${copiedFrom.title}`}</span>
          )}
        </span>
      ),
  },
  {
    key: 'files',
    head: 'Files',
    figures: true,
    cell: ({ files, bytes }) => (
      <>
        {formatCount(files)}
        <span className="text-quiet block">{sizeText(bytes)}</span>
      </>
    ),
  },
  { key: 'price', head: 'Price', figures: true, cell: ({ price }) => rupees(price) },
  {
    key: 'waiting',
    head: 'Waiting',
    figures: true,
    cell: ({ waitingSince, now }) => <Age since={waitingSince} now={now} />,
  },
  {
    key: 'holder',
    head: 'Held by',
    folded: 'inline',
    cell: ({ claim }) =>
      claim && (
        <span className={claim.isMine ? 'font-semibold' : 'text-quiet'}>
          {`${claim.isMine ? 'You' : claim.by} until ${timeOf(claim.until)}`}
        </span>
      ),
  },
]

const figure = (value: number, text: (value: number) => string = formatCount) =>
  value === 0 ? 'none' : text(value)

/** The tone of a copied share: stopped where staff approve only with a reason. */
const copiedTone = (share: number): StatusTone =>
  share >= copiedLimit ? 'stopped' : share >= similarFrom ? 'waiting' : 'verified'

const day = 86_400_000

/** A waiting time, amber from three days on and red from seven. */
export function Age({ since, now }: { since: string; now: number }) {
  const days = (now - Date.parse(since)) / day
  const tone = days >= 7 ? 'text-stopped font-semibold' : days >= 3 ? 'text-waiting font-semibold' : undefined
  return <span className={tone}>{ageOf(since, now)}</span>
}
