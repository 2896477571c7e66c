import { minute } from '#contract/kit/day.ts'

import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { type Verification, VerificationStatus } from './verification-status.tsx'

/** Every decision on a project, newest first, with its notes. */
export function VerificationHistory({ history }: { history: readonly Decision[] }) {
  return (
    <Sheet as="section" aria-label="Verification history">
      <SheetHead title="Verification History" />
      {history.length === 0 ? (
        <p className="text-quiet px-4 py-5 sm:px-5">No decision yet.</p>
      ) : (
        <ol className="divide-rule divide-y px-4 sm:px-5">
          {history.map(({ status, notes, release, verifiedAt, verifiedBy }) => (
            <li key={verifiedAt} className="py-3">
              <VerificationStatus status={status} />
              {notes && <p className="mt-1.5 break-words whitespace-pre-line">{notes}</p>}
              <p className="text-13 text-quiet mt-1 font-mono">
                {release !== null && `Release ${release}, `}
                {verifiedBy}, <span className="whitespace-nowrap">{minute(verifiedAt)}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  )
}

interface Decision {
  status: Verification
  notes: string | null
  release: number | null
  verifiedAt: string
  verifiedBy: string
}
