import type { VerificationStatus } from '#contract/projects/verification.ts'
import type { Claim, DeskOwner, Waiting } from '#contract/staff/desk.ts'

import type { Member } from '../../accounts/service.ts'
import type { Found } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import type { recentDecisions } from '../../projects/service.ts'
import type { standingsOf, WaitingRow } from './queries.ts'

/** A project of the desk's queue as one of the staff sees it. */
export const toWaiting = (
  { id, staffId, claimedBy, expiresAt, ...row }: WaitingRow,
  staff: Caller,
): Waiting => ({
  _id: id,
  title: row.title,
  category: row.category,
  owner: row.owner,
  status: row.status as VerificationStatus,
  waitingSince: row.waitingSince.toISOString(),
  isUpdate: row.isUpdate,
  claim: staffId && claimedBy && expiresAt ? toClaim({ staffId, name: claimedBy, expiresAt }, staff) : null,
})

/** Who looks at a project now, as one of the staff sees it. */
export const toClaim = (
  { staffId, name, expiresAt }: { staffId: string; name: string; expiresAt: Date },
  staff: Caller,
): Claim => ({ by: name, isMine: staffId === staff.id, until: expiresAt.toISOString() })

/** A project's owner as staff see them who decide on it. */
export const toDeskOwner = (
  { id, name, email, phone, createdAt, isAgent, deactivatedAt }: Member,
  standings: Found<typeof standingsOf>,
  decisions: Found<typeof recentDecisions>,
): DeskOwner => ({
  _id: id,
  name,
  email,
  phone,
  joinedAt: createdAt.toISOString(),
  isAgent,
  isDeactivated: deactivatedAt !== null,
  projects: standings.map(({ status, count }) => ({ status: status as VerificationStatus, count })),
  sales: standings.reduce((sum, { sales }) => sum + sales, 0),
  decisions: decisions.map(({ projectId, title, release, status, verifiedAt }) => ({
    projectId,
    title,
    release,
    status: status as VerificationStatus,
    at: verifiedAt.toISOString(),
  })),
})
