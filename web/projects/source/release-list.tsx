import type { ReactNode } from 'react'

import { counted, day, sizeText } from '#contract/kit/format.ts'
import type { Release } from '#contract/projects/source.ts'

import { Badge } from '../../ui/badge.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'

/** The releases, newest first, each with its status, figures and notes; `renderNotes` replaces the notes. */
export function ReleaseList({ releases, isForBuyer = false, changesAsked, renderNotes }: ReleaseListProps) {
  return (
    <ol className="divide-rule divide-y" aria-label="Releases">
      {releases.map((release) => (
        <li key={release.number} className="px-4 py-4 sm:px-5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h3 className="font-sans font-semibold tabular-nums">Release {release.number}</h3>
            {!isForBuyer && (
              <Status tone={statusTones[release.status]}>
                {changesAsked && release.status === 'pending'
                  ? 'Needs changes'
                  : statusLabels[release.status]}
              </Status>
            )}
            {release.isCurrent && <Badge>{isForBuyer ? 'newest' : 'current'}</Badge>}
          </div>
          <p className="text-13 text-quiet mt-1 tabular-nums">
            {[
              day(release.createdAt),
              counted(release.fileCount, 'file'),
              counted(release.lines, 'line'),
              sizeText(release.totalFileSize),
            ].join(', ')}
          </p>
          {renderNotes
            ? renderNotes(release)
            : release.notes && (
                <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">
                  {release.notes}
                </p>
              )}
        </li>
      ))}
    </ol>
  )
}

const statusLabels: Record<Release['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  recalled: 'Recalled',
}

const statusTones: Record<Release['status'], StatusTone> = {
  pending: 'waiting',
  approved: 'verified',
  rejected: 'stopped',
  withdrawn: 'neutral',
  recalled: 'stopped',
}

interface ReleaseListProps {
  releases: readonly Release[]
  /** Buyers may download all of them, so their verification status is not shown. */
  isForBuyer?: boolean
  /** Staff have requested changes, so a pending release waits for its owner. */
  changesAsked?: boolean
  renderNotes?: (release: Release) => ReactNode
}
