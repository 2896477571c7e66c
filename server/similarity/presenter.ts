import type { Comparison, Similarity } from '#contract/projects/similarity.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Found } from '../database/connection.ts'
import type { Overlap, projectsById } from './match-queries.ts'

type ProjectRow = Found<typeof projectsById>[number]
type Similar = Similarity['similar'][number]

/** A project that is similar to one of this owner's. */
export const toSimilar = (
  { id, title, owner, ownerId, verificationStatus, isActive, createdAt }: ProjectRow,
  { than, ...found }: Pick<Similar, 'share' | 'thatShare' | 'passages'> & { than: { ownerId: string } },
): Similar => ({
  projectId: id,
  title,
  owner,
  isSameOwner: ownerId === than.ownerId,
  verificationStatus: verificationStatus as VerificationStatus,
  isActive,
  listedAt: createdAt.toISOString(),
  ...found,
})

/** One of two projects that are compared. */
export const toSide = (
  projectId: string,
  { title = '', owner = '' }: Partial<ProjectRow> = {},
  release: number,
): Comparison['one'] => ({ projectId, title, owner, release })

/** How much of each of two projects stands in the other, in percent. */
export const toShares = ({ shared, ofThis, ofThat }: Overlap) => ({
  share: percent(shared, ofThis),
  thatShare: percent(shared, ofThat),
})

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))
