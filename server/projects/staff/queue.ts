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
import type { Connection, Database, Found } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyProject } from '../access.ts'
import { projectsWaitingForOwner } from '../findings/service.ts'
import { recentDecisions } from '../lookup-queries.ts'
import { changesSinceApproval } from './changes.ts'
import {
  deleteClaim,
  insertClaim,
  liveClaim,
  nextWaiting,
  readWaitingStatus,
  readWaiting,
  countByStatus,
  type WaitingRow,
} from './queries.ts'

/** One page of the projects that staff can decide on, the longest waiting first. */
export const readWaitingPage = async (connection: Connection, window: PageWindow) =>
  readWaiting(connection, [...(await projectsWaitingForOwner(connection))], window)

/** One page of the verification queue as a staff member sees it. */
export async function readQueue(
  connection: Connection,
  staff: StaffCaller,
  window: Received<typeof desk.queue>['query'],
): Promise<ReplyFields<typeof desk.queue>> {
  const { rows, pagination } = await readWaitingPage(connection, window)
  return { projects: rows.map((row) => toWaiting(row, staff)), pagination }
}

/** The number of an owner's decisions that are shown. */
const maxDecisions = 6

/** The verification details of one project: its claim, its waiting time, its changes, its owner. Throws not_found. */
export async function readForVerification(
  connection: Connection,
  staff: StaffCaller,
  projectId: string,
): Promise<ReplyFields<typeof desk.project>> {
  const project = await anyProject(connection, projectId)
  const { waitingSince, approvedRelease } = await readWaitingStatus(connection, projectId)
  return {
    claim: await claimOn(connection, staff, projectId),
    waitingSince: waitingSince.toISOString(),
    approvedRelease,
    ...(await changesSinceApproval(connection, project)),
    owner: await readOwner(connection, project.ownerId),
  }
}

async function readOwner(connection: Connection, ownerId: string): Promise<DeskOwner> {
  const [member, statusCounts, decisions] = await Promise.all([
    memberById(connection, ownerId),
    countByStatus(connection, ownerId),
    recentDecisions(connection, ownerId, maxDecisions),
  ])
  return toOwnerSummary(member!, statusCounts, decisions)
}

/** The live claim on a project, as a staff member sees it. */
async function claimOn(connection: Connection, staff: StaffCaller, projectId: string): Promise<Claim | null> {
  const claim = await liveClaim(connection, projectId)
  return claim ? toClaim(claim, staff) : null
}

/**
 * Claims a project, or renews the caller's claim. Throws not_found, and conflict while another staff member has claimed
 * it.
 */
export const claim = (db: Database, staff: StaffCaller, projectId: string): Promise<Claim> =>
  db.transaction().execute(async (trx) => {
    const claimed = await tryClaim(trx, staff, projectId)
    if (!claimed) throw claimedByOther((await liveClaim(trx, projectId))?.name)
    return toClaim({ ...claimed, staffId: staff.id, name: await staffName(trx, staff.id) }, staff)
  })

/**
 * Claims the longest waiting project that nobody else has claimed; null when there is none. Two concurrent callers get
 * different projects.
 */
export async function claimNext(db: Database, staff: StaffCaller): Promise<string | null> {
  const blocked = [...(await projectsWaitingForOwner(db))]
  for (;;) {
    const next = await nextWaiting(db, blocked, staff.id)
    if (!next) return null
    // Another staff member may have claimed it first: then try the next one.
    if (await db.transaction().execute((trx) => tryClaim(trx, staff, next.id))) return next.id
  }
}

/** Claims a project unless another staff member has; the audit log records a claim that is no renewal. */
async function tryClaim(trx: Connection, staff: StaffCaller, projectId: string) {
  const { title } = await anyProject(trx, projectId)
  const before = await liveClaim(trx, projectId)
  const claimed = await insertClaim(trx, projectId, staff.id, claimMinutes)
  if (claimed && before?.staffId !== staff.id)
    await recordAudit(trx, { staff, action: 'claim project', about: `project ${projectId}`, name: title })
  return claimed
}

/** Deletes the caller's own claim, which the audit log records. Throws not_found. */
export const unclaim = (db: Database, staff: StaffCaller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title } = await anyProject(trx, projectId, { includeDeleted: true })
    const isOwn = (await liveClaim(trx, projectId))?.staffId === staff.id
    await deleteClaim(trx, projectId, staff.id)
    if (isOwn)
      await recordAudit(trx, { staff, action: 'give claim back', about: `project ${projectId}`, name: title })
  })

/**
 * Throws conflict while another staff member has claimed a project. Call it before a decision, with the project locked.
 */
export async function requireUnclaimed(
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
): Promise<void> {
  const live = await liveClaim(trx, projectId)
  if (live && live.staffId !== staff.id) throw claimedByOther(live.name)
}

/** Deletes every claim on a project, after a decision. */
export const endClaims = (trx: Connection, projectId: string): Promise<void> => deleteClaim(trx, projectId)

const claimedByOther = (name = 'Somebody else') =>
  new ProblemError(
    'conflict',
    `${name} is looking at this project. Take another one, or wait until they are done.`,
  )

/** A project of the verification queue as a staff member sees it. */
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

/** A claim as a staff member sees it. */
const toClaim = (
  { staffId, name, expiresAt }: { staffId: string; name: string; expiresAt: Date },
  staff: Caller,
): Claim => ({ by: name, isMine: staffId === staff.id, until: expiresAt.toISOString() })

/** A project's owner as staff see them who decide on it. */
const toOwnerSummary = (
  { id, name, email, phone, createdAt, isAgent, deactivatedAt }: Member,
  statusCounts: Found<typeof countByStatus>,
  decisions: Found<typeof recentDecisions>,
): DeskOwner => ({
  _id: id,
  name,
  email,
  phone,
  joinedAt: createdAt.toISOString(),
  isAgent,
  isDeactivated: deactivatedAt !== null,
  projects: statusCounts.map(({ status, count }) => ({ status: status as VerificationStatus, count })),
  sales: statusCounts.reduce((sum, { sales }) => sum + sales, 0),
  decisions: decisions.map(({ projectId, title, release, status, verifiedAt }) => ({
    projectId,
    title,
    release,
    status: status as VerificationStatus,
    at: verifiedAt.toISOString(),
  })),
})
