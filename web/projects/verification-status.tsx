import { clsx } from 'clsx'

import { day, minute } from '#contract/kit/format.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'

/**
 * The verification status of a project, or 'No files', 'Recalled' or 'Waiting for you' when staff have nothing to
 * review, whether its owner has deactivated it, and whether it is on sale while a change of it waits.
 */
export function VerificationStatus({
  status,
  isRecalled = false,
  hasFiles = true,
  isActive = true,
  waitsForOwner = false,
  isOnSale = false,
}: {
  status: Verification
  isRecalled?: boolean
  hasFiles?: boolean
  isActive?: boolean
  /** To its owner: staff wait until findings are removed or explained. */
  waitsForOwner?: boolean
  /** What was approved is on sale: the status is that of a change. */
  isOnSale?: boolean
}) {
  return (
    <span className="flex flex-col gap-1">
      {isOnSale && <Status tone="verified">On sale</Status>}
      {isRecalled ? (
        <Status tone="stopped">Recalled</Status>
      ) : !hasFiles && status === 'pending' ? (
        <Status tone="waiting">No files</Status>
      ) : waitsForOwner ? (
        <Status tone="stopped">Waiting for you</Status>
      ) : (
        <Status tone={tones[status]}>
          {isOnSale ? `Change: ${verificationLabels[status].toLowerCase()}` : verificationLabels[status]}
        </Status>
      )}
      {!isActive && <Status>Inactive</Status>}
    </span>
  )
}

type Verification = ProjectCard['verificationStatus']

export const verificationLabels: Record<Verification, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  under_review: 'Under review',
  needs_changes: 'Needs changes',
}

const tones: Record<Verification, StatusTone> = {
  pending: 'waiting',
  approved: 'verified',
  rejected: 'stopped',
  under_review: 'waiting',
  needs_changes: 'waiting',
}

/** The decisions on a project, newest first, with their notes, as a sheet. */
export const VerificationHistory = ({ history }: { history: readonly Decision[] }) => (
  <Sheet as="section" aria-label="Verification history">
    <SheetHead title="Verification History" />
    <Decisions history={history} />
  </Sheet>
)

/** The decisions on a project, newest first, with their notes. */
export function Decisions({ history }: { history: readonly Decision[] }) {
  return (
    <>
      {history.length === 0 ? (
        <p className="text-quiet px-4 py-5 sm:px-5">No decision yet.</p>
      ) : (
        <ol className="divide-rule divide-y px-4 sm:px-5">
          {history.map(
            ({ status, notes, release, verifiedAt, verifiedBy, isUndo, staffNote, override, rulesOff }) => (
              <li key={verifiedAt} className="py-3">
                <VerificationStatus status={status} />
                {isUndo && (
                  <p className="text-14 mt-1.5">
                    {status === 'approved'
                      ? 'Taken back: it is as it was approved before.'
                      : 'The decision before was taken back.'}
                  </p>
                )}
                {notes && !isUndo && <p className="mt-1.5 break-words whitespace-pre-line">{notes}</p>}
                {override && <StaffText label="Approved all the same" text={override} />}
                {rulesOff && <StaffText label="Rules that were off" text={rulesOff.join(', ')} />}
                {staffNote && <StaffText label="For staff only" text={staffNote} />}
                <p className="text-13 text-quiet mt-1">
                  <span>{`${release === null ? '' : `Release ${release}, `}${verifiedBy}, `}</span>
                  <span className="whitespace-nowrap">{minute(verifiedAt)}</span>
                </p>
              </li>
            ),
          )}
        </ol>
      )}
    </>
  )
}

/** A text that only staff read. */
const StaffText = ({ label, text }: { label: string; text: string }) => (
  <p className="border-rule text-14 mt-1.5 border-l-2 pl-3 break-words whitespace-pre-line">
    <span className="text-quiet">{`${label}: `}</span>
    {text}
  </p>
)

interface Decision {
  status: Verification
  notes: string | null
  release: number | null
  verifiedAt: string
  verifiedBy: string
  isUndo: boolean
  staffNote?: string | undefined
  override?: string | undefined
  rulesOff?: string[] | undefined
}

/** A stamp that says 'Verified', with the day and the release; `below` is its last line. */
export function Stamp({ verifiedAt, release, below, className }: StampProps) {
  return (
    <p className={clsx('stamp', className)}>
      <span>Verified</span>{' '}
      <span>{`${day(verifiedAt)}${release === null ? '' : ` · release ${release}`}`}</span>
      {below && <span>{below}</span>}
    </p>
  )
}

interface StampProps {
  verifiedAt: string
  /** The number of the release that is listed. */
  release: number | null
  below?: string | undefined
  className?: string
}

/** The stamp in one line, for small labels. */
export const StampLine = ({ verifiedAt, className, ...rest }: Omit<StampProps, 'below'>) => (
  <StampedOn what="Verified" at={verifiedAt} {...rest} className={className} />
)

/** What a small label is stamped with, and when; phones have no room for the release. */
export const StampedOn = ({ what, at, release, className }: StampedOnProps) => (
  <p className={clsx('stamp-line', className)}>
    {`${what} · ${day(at)}`}
    {release !== null && <span className="max-sm:hidden">{` · release ${release}`}</span>}
  </p>
)

type StampedOnProps = { what: string; at: string; release: number | null; className?: string | undefined }
