import type { Reply } from '#contract/kit/endpoint.ts'
import type { projects } from '#contract/projects.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { MoveRow } from './queries.ts'

export type ShownMove = Reply<typeof projects.verificationHistory>['verificationHistory'][number]

/** One step of a project's verification, as its owner and staff see it. */
export const toMove = ({ status, previousStatus, verifiedAt, ...rest }: MoveRow): ShownMove => ({
  ...rest,
  status: status as VerificationStatus,
  previousStatus: previousStatus as VerificationStatus,
  verifiedAt: verifiedAt.toISOString(),
})
