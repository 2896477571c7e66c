import { rupeesOf } from '#contract/kit/amounts.ts'
import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { isSensitive } from '#contract/projects/findings.ts'
import { defaultAlt } from '#contract/projects/pictures.ts'
import {
  type Claim,
  claimMinutes,
  type verification,
  type VerificationOwner,
  inView,
  type QueueView,
  type Waiting,
} from '#contract/projects/staff/verification.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import { toImage } from '../../catalogue/presenter.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database, Found } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import { picturePass } from '../../platform/images/pass.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { anyEdited, type Stores } from '../access.ts'
import { countBlocks } from '../blocks/queries.ts'
import { changesSinceDecision } from '../editions/changes.ts'
import { maxWaitMinutes } from '../findings/presenter.ts'
import { allSwitches, requiredByDefault, projectsWaitingForOwner } from '../findings/service.ts'
import { recentDecisions } from '../lookup-queries.ts'
import { projectsById } from '../similarity/queries.ts'
import { toCopied } from '../similarity/service.ts'
import { insertVerification, markUnderReview } from '../status-queries.ts'
import {
  countByStatus,
  countWaiting,
  deleteClaim,
  deleteSkips,
  insertClaim,
  liveClaim,
  oldestWaiting,
  type QueuedRow,
  readQueued,
  readWaitingSince,
  skippedBy,
  upsertSkip,
} from './queue-queries.ts'

/** The number of projects that staff can decide on, and the one that has waited longest. */
export async function waitingFigures(connection: Connection) {
  const blocked = [...(await projectsWaitingForOwner(connection))]
  const [count, oldest] = await Promise.all([
    countWaiting(connection, blocked),
    oldestWaiting(connection, blocked),
  ])
  return { count, oldest }
}

/** Every project that waits for a decision, the longest waiting first, as a staff member sees it. */
export async function readQueue({ db: connection, secret }: Stores, staff: StaffCaller): Promise<Waiting[]> {
  const switches = await allSwitches(connection)
  const rows = await readQueued(connection, {
    required: requiredByDefault,
    warnings: switches.filter(({ kind }) => kind !== 'note').map(({ rule }) => rule),
    sensitive: switches.filter(({ kind }) => isSensitive(kind)).map(({ rule }) => rule),
    maxWaitMinutes,
  })
  const copied = await projectsById(
    connection,
    rows.map((row) => row.copiedFrom).filter((id) => id !== null),
  )
  const listings = new Map(copied.map((listing) => [listing.id, listing]))
  return rows.map((row) =>
    toWaiting(row, staff, secret, row.copiedFrom ? listings.get(row.copiedFrom) : undefined),
  )
}

/** The number of an owner's decisions that are shown. */
const maxDecisions = 6

/** The verification details of one project: its claim, waiting time, place, changes and owner. Throws not_found. */
export async function readForVerification(
  stores: Stores,
  staff: StaffCaller,
  projectId: string,
  view: QueueView,
): Promise<ReplyFields<typeof verification.project>> {
  const { db: connection } = stores
  const project = await anyEdited(connection, projectId)
  const waitingSince = await readWaitingSince(connection, projectId)
  const queue = inView(await readQueue(stores, staff), view)
  const at = queue.findIndex(({ _id }) => _id === projectId) + 1
  return {
    claim: await claimOn(connection, staff, projectId),
    waitingSince: waitingSince.toISOString(),
    place: at > 0 ? { at, of: queue.length } : null,
    ...(await changesSinceDecision(connection, project)),
    owner: await readOwner(connection, project.ownerId),
  }
}

async function readOwner(connection: Connection, ownerId: string): Promise<VerificationOwner> {
  const [member, statusCounts, decisions, blocks] = await Promise.all([
    memberById(connection, ownerId),
    countByStatus(connection, ownerId),
    recentDecisions(connection, ownerId, maxDecisions),
    countBlocks(connection, ownerId),
  ])
  return toOwnerSummary(member!, statusCounts, decisions, blocks)
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
    const claimed = await takeClaim(trx, staff, projectId)
    if (!claimed) throw claimedByOther((await liveClaim(trx, projectId))?.name)
    return toClaim({ ...claimed, staffId: staff.id, name: await staffName(trx, staff.id) }, staff)
  })

/**
 * Claims the first project in a view of the queue that nobody else has claimed: the caller's own claims come first,
 * then what the caller has not skipped, and last what is still being checked. What waits for its owner is only in the
 * part of blocking findings. Answers null when there is none. Two concurrent callers get different projects.
 */
export async function claimNext(
  { db, secret }: Pick<Dependencies, 'db' | 'secret'>,
  staff: StaffCaller,
  view: QueueView,
): Promise<string | null> {
  const skipped = await skippedBy(db, staff.id)
  const rank = ({ _id, claim, check }: Waiting) =>
    claim?.isMine ? -1 : (check === 'waiting' ? skipped.length + 1 : 0) + skipped.indexOf(_id) + 1
  const free = inView(await readQueue({ db, secret }, staff), view).filter(
    ({ claim, blocking }) => (!claim || claim.isMine) && (blocking === 0 || view.part === 'blocking'),
  )
  for (const { _id } of free.toSorted((one, other) => rank(one) - rank(other)))
    // Another staff member may have claimed it first: then try the next one.
    if (await db.transaction().execute((trx) => takeClaim(trx, staff, _id))) return _id
  return null
}

/**
 * Claims a project unless another staff member has. A pending one is under review from then on; the audit log records a
 * claim that is no renewal.
 */
async function takeClaim(trx: Connection, staff: StaffCaller, projectId: string) {
  const { title } = await anyEdited(trx, projectId)
  const before = await liveClaim(trx, projectId)
  const claimed = await insertClaim(trx, projectId, staff.id, claimMinutes)
  if (!claimed || before?.staffId === staff.id) return claimed
  if (await markUnderReview(trx, projectId)) {
    const by = await staffName(trx, staff.id)
    await insertVerification(trx, { projectId, from: 'pending', to: 'under_review', notes: null, by })
  }
  await recordAudit(trx, { staff, action: 'claim project', about: `project ${projectId}`, name: title })
  return claimed
}

/** Gives the caller's claim back and puts the project off for them. Throws not_found. */
export const skip = (db: Database, staff: StaffCaller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title } = await anyEdited(trx, projectId)
    await upsertSkip(trx, projectId, staff.id)
    await deleteClaim(trx, projectId, staff.id)
    await recordAudit(trx, { staff, action: 'skip project', about: `project ${projectId}`, name: title })
  })

/** Deletes the caller's own claim, which the audit log records. Throws not_found. */
export const unclaim = (db: Database, staff: StaffCaller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title } = await anyEdited(trx, projectId, { includeDeleted: true })
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

/** Deletes every claim on a project and forgets who skipped it, after a decision. */
export async function endClaims(trx: Connection, projectId: string): Promise<void> {
  await deleteClaim(trx, projectId)
  await deleteSkips(trx, projectId)
}

const claimedByOther = (name = 'Somebody else') =>
  new ProblemError(
    'conflict',
    `${name} is looking at this project. Take another one, or wait until they are done.`,
  )

/** A project of the verification queue as a staff member sees it. */
function toWaiting(
  { id, pricePaise, fileCount, totalSize, picture, ...row }: QueuedRow,
  staff: Caller,
  secret: string,
  listing: Found<typeof projectsById>[number] | undefined,
): Waiting {
  const { staffId, claimedBy, expiresAt } = row
  return {
    _id: id,
    title: row.title,
    category: row.category,
    picture:
      picture &&
      toImage(
        { ...picture, thumbnail: null, alt: picture.alt || defaultAlt(row.title, 0) },
        picturePass(secret, id),
      ),
    owner: row.owner,
    ownerId: row.ownerId,
    isFirstOfOwner: row.isFirstOfOwner,
    ownerWaiting: row.ownerWaiting,
    kind: row.kind,
    status: row.status as VerificationStatus,
    check: [row.checked, row.compared].includes('waiting')
      ? 'waiting'
      : [row.checked, row.compared].includes('failed')
        ? 'failed'
        : 'done',
    blocking: row.blocking ?? 0,
    explained: row.explained ?? 0,
    warnings: row.warnings ?? 0,
    copiedShare: row.copiedShare ?? 0,
    run: row.run,
    copiedFrom: listing ? toCopied(listing) : null,
    files: fileCount,
    bytes: totalSize,
    price: rupeesOf(pricePaise),
    waitingSince: row.waitingSince.toISOString(),
    claim: staffId && claimedBy && expiresAt ? toClaim({ staffId, name: claimedBy, expiresAt }, staff) : null,
  }
}

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
  blocks: number,
): VerificationOwner => ({
  _id: id,
  name,
  email,
  phone,
  joinedAt: createdAt.toISOString(),
  isAgent,
  isDeactivated: deactivatedAt !== null,
  blocks,
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
