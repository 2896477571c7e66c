import type { ProjectCard } from '#contract/projects.ts'

import { Status, type StatusTone } from '../ui/feedback/status.tsx'

/** Where a project stands with staff, who have nothing to look at without files or after a recall, and whether its owner has switched it off. */
export function VerificationStatus({
  status,
  isRecalled = false,
  hasFiles = true,
  isActive = true,
}: {
  status: Verification
  isRecalled?: boolean
  hasFiles?: boolean
  isActive?: boolean
}) {
  return (
    <span className="flex flex-col gap-1">
      {isRecalled ? (
        <Status tone="stopped">Recalled</Status>
      ) : !hasFiles && status === 'pending' ? (
        <Status tone="waiting">No files</Status>
      ) : (
        <Status tone={tones[status]}>{verificationWords[status]}</Status>
      )}
      {!isActive && <Status>Inactive</Status>}
    </span>
  )
}

export type Verification = ProjectCard['verificationStatus']

export const verificationWords: Record<Verification, string> = {
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
