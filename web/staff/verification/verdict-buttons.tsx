import { type VerificationStatus, verificationMoves } from '#contract/projects/verification.ts'

import { Button } from '../../ui/button.tsx'

/** The decisions that staff can make of a project as it stands; what it is already is not offered once more. */
export function VerdictButtons({ status, verdict, canApprove, isTaken }: VerdictButtonsProps) {
  const offered = ({ value }: { value: VerificationStatus }) =>
    verificationMoves[status][value]?.includes('staff') === true
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-4">
      {verdicts.filter(offered).map(({ value, label, tone }) => (
        <Button
          key={value}
          type="submit"
          name="verdict"
          value={value}
          tone={tone}
          pending={verdict === value}
          disabled={isTaken || (value === 'approved' && !canApprove)}
          className={tone === 'danger' || value === 'needs_changes' ? 'grow' : 'w-full'}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const verdicts = [
  { value: 'approved', label: 'Approve', tone: 'primary' },
  { value: 'needs_changes', label: 'Request Changes', tone: 'quiet' },
  { value: 'rejected', label: 'Reject', tone: 'danger' },
  { value: 'under_review', label: 'Mark as Under Review', tone: 'quiet' },
] as const

type VerdictButtonsProps = {
  status: VerificationStatus
  /** The one that is on its way. */
  verdict: unknown
  canApprove: boolean
  isTaken: boolean
}
