import type { Received, ReplyFields } from '#contract/endpoint.ts'
import type { PageWindow } from '#contract/paging.ts'
import { ProblemError } from '#contract/problem.ts'
import {
  type Claim,
  claimMinutes,
  type desk,
  type DeskOwner,
  type Waiting,
} from '#contract/projects/staff/verification.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { staffName } from '../../staff/service.ts'
import { anyProject } from '../access.ts'
import { projectsWaitingForOwner } from '../findings/service.ts'
import { recentDecisions } from '../lookup-queries.ts'
import {
  deleteClaim,
  insertClaim,
  liveClaim,
  nextWaiting,
  readStanding,
  readWaiting,
  standingsOf,
  type WaitingRow,
} from './queries.ts'

/** One page of the projects that staff can decide on, the longest waiting first. */
export const waitingOnDesk = async (connection: Connection, window: PageWindow) =>
  readWaiting(connection, [...(await projectsWaitingForOwner(connection))], window)

/** One page of what staff can decide on, the longest waiting first. */
export async function readQueue(
  connection: Connection,
  staff: StaffCaller,
  window: Received<typeof desk.queue>['query'],
): Promise<ReplyFields<typeof desk.queue>> {
  const { rows, pagination } = await waitingOnDesk(connection, window)
  return { projects: rows.map((row) => toWaiting(row, staff)), pagination }
}

/** Decisions shown of an owner's projects. */
const maxDecisions = 6

/** What staff see beside one project. Throws not_found. */
export async function readForDesk(
  connection: Connection,
  staff: StaffCaller,
  projectId: string,
): Promise<ReplyFields<typeof desk.project>> {
  const { ownerId } = await anyProject(connection, projectId)
  const { waitingSince, approvedRelease } = await readStanding(connection, projectId)
  return {
    claim: await claimOn(connection, staff, projectId),
    waitingSince: waitingSince.toISOString(),
    approvedRelease,
    owner: await readOwner(connection, ownerId),
  }
}

async function readOwner(connection: Connection, ownerId: string): Promise<DeskOwner> {
  const [member, standings, decisions] = await Promise.all([
    memberById(connection, ownerId),
    standingsOf(connection, ownerId),
    recentDecisions(connection, ownerId, maxDecisions),
  ])
  return toDeskOwner(member!, standings, decisions)
}

/** Who looks at a project now, as one staff member sees it. */
async function claimOn(connection: Connection, staff: StaffCaller, projectId: string): Promise<Claim | null> {
  const claim = await liveClaim(connection, projectId)
  return claim ? toClaim(claim, staff) : null
}

/** Claims a project, or claims it anew. Throws not_found, and conflict while another staff member looks at it. */
export async function claim(connection: Connection, staff: StaffCaller, projectId: string): Promise<Claim> {
  await anyProject(connection, projectId)
  const claimed = await insertClaim(connection, projectId, staff.id, claimMinutes)
  if (!claimed) throw claimedByOther((await liveClaim(connection, projectId))?.name)
  return toClaim({ ...claimed, staffId: staff.id, name: await staffName(connection, staff.id) }, staff)
}

/** Claims the longest waiting project that nobody else looks at; null when there is none. Two who ask at once get two. */
export async function claimNext(connection: Connection, staff: StaffCaller): Promise<string | null> {
  const blocked = [...(await projectsWaitingForOwner(connection))]
  for (;;) {
    const next = await nextWaiting(connection, blocked, staff.id)
    if (!next) return null
    // Somebody else may have been faster: then the next one is looked for.
    if (await insertClaim(connection, next.id, staff.id, claimMinutes)) return next.id
  }
}

/** Gives one's own claim back. */
export const unclaim = (connection: Connection, staff: StaffCaller, projectId: string): Promise<void> =>
  deleteClaim(connection, projectId, staff.id)

/** Throws conflict while another staff member looks at a project; call it before a decision, with the project locked. */
export async function requireUnclaimed(
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
): Promise<void> {
  const live = await liveClaim(trx, projectId)
  if (live && live.staffId !== staff.id) throw claimedByOther(live.name)
}

/** Ends every claim on a project: it is decided on. */
export const endClaims = (trx: Connection, projectId: string): Promise<void> => deleteClaim(trx, projectId)

const claimedByOther = (name = 'Somebody else') =>
  new ProblemError(
    'conflict',
    `${name} is looking at this project. Take another one, or wait until they are done.`,
  )

/** A project of the desk's queue as one of the staff sees it. */
const toWaiting = ({ id, staffId, claimedBy, expiresAt, ...row }: WaitingRow, staff: Caller): Waiting => ({
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
const toClaim = (
  { staffId, name, expiresAt }: { staffId: string; name: string; expiresAt: Date },
  staff: Caller,
): Claim => ({ by: name, isMine: staffId === staff.id, until: expiresAt.toISOString() })

/** A project's owner as staff see them who decide on it. */
const toDeskOwner = (
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
