import { clsx } from 'clsx'
import { Link } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'
import {
  type QueuePart,
  queueParts,
  type QueueView,
  QueueView as View,
  type Waiting,
} from '#contract/projects/staff/verification.ts'

import { queryIn } from '../../shell/staff-list.tsx'

/** Reads the view of the queue from an address. */
export const viewIn = (from: Request | URLSearchParams): QueueView => queryIn(View, from)

/** Returns a view of the queue as the search of an address. */
export function viewSearch({ part, order }: QueueView): string {
  const params = new URLSearchParams({ ...(part !== 'all' && { part }), ...(order !== 'age' && { order }) })
  return `?${params}`.replace(/^\?$/, '')
}

/** Links to the parts of the queue, each with its number of projects, and to its orders. */
export function QueueParts({ queue, view }: { queue: readonly Waiting[]; view: QueueView }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <nav aria-label="Parts of the queue" className="flex flex-wrap gap-2">
        {(Object.keys(partLabels) as QueuePart[]).map((part) => (
          <Link
            key={part}
            to={{ search: viewSearch({ ...view, part }) }}
            aria-current={part === view.part ? 'page' : undefined}
            className={clsx(
              'inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-14 pointer-fine:min-h-9',
              part === view.part ? 'border-ink bg-ink text-ground' : 'border-edge bg-sheet hover:border-ink',
            )}
          >
            <span>{partLabels[part]}</span>
            <span className="text-13 tabular-nums">{queue.filter(queueParts[part]).length}</span>
          </Link>
        ))}
      </nav>
      <nav aria-label="Order" className="text-14 flex gap-4">
        {(['age', 'risk'] as const).map((order) => (
          <Link
            key={order}
            to={{ search: viewSearch({ ...view, order }) }}
            aria-current={order === view.order ? 'page' : undefined}
            className={clsx(
              'inline-flex min-h-11 items-center pointer-fine:min-h-9',
              order === view.order ? 'font-semibold' : 'link-rule',
            )}
          >
            {orderLabels[order]}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** The names of the parts, in the order in which they are shown. */
export const partLabels: Record<QueuePart, string> = {
  all: 'All',
  blocking: 'Blocking',
  copies: 'Copies',
  clean: 'Clean',
  failed_run: 'Did not run',
  text: 'Text only',
  new: 'New owners',
  mine: 'Mine',
}

const orderLabels = { age: 'Longest waiting first', risk: 'Highest risk first' }

/** The words for what changed since the last approval. */
export const kindLabels: Record<Waiting['kind'], string> = {
  new: 'New',
  files: 'New files',
  text: 'Text only',
}

/** The words for findings that only the owner calls harmless. */
export const explainedText = (count: number): string => `Explained ${formatCount(count)}`

/** Formats a share from 0 to 1 as a percentage; only a full share is 100%. */
export const shareText = (share: number): string =>
  `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))}%`
