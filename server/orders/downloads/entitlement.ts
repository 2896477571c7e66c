import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { projectNotFound, requireVisible } from '../../projects/access.ts'
import { isRecalled, recalledProblem, type RecalledRelease } from '../../projects/releases/service.ts'
import { owningOrder, seatOf } from '../queries.ts'
import { isRefundedRecall, projectForDownload, releasesOf } from './queries.ts'

/**
 * The releases that a caller may download, highest number first, and which of them is `main`. Owner and staff: all, the
 * present one is main. A buyer, and who has a seat of an order: the one bought and every approved one after it whose approval was not taken back, also when the project is not listed; if
 * all of those are recalled, the newest approved one before them. Only staff may download recalled releases. Throws
 * not_allowed for a caller who has not bought the project, not_found when it does not exist or the caller may not know
 * of it.
 */
export async function releasesFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<{
  releases: { id: string; number: number }[]
  /** The recalled ones among the releases of the caller, highest number first. */
  recalled: (RecalledRelease & { id: string })[]
  main: string | null | undefined
  /** The order by which a buyer is entitled, and the seat by which somebody in the buyer's team is. */
  orderId?: string
  seatId?: string
}> {
  const project = await projectForDownload(connection, projectId)
  if (!project) throw projectNotFound()
  const releases = await releasesOf(connection, projectId)
  if (isStaff(caller) || (caller.id === project.ownerId && !project.deletedAt)) {
    if (project.deletedAt) throw projectNotFound()
    const recalled = isStaff(caller) ? [] : releases.filter(isRecalled)
    return { releases, recalled, main: project.releaseId }
  }
  const purchase: { orderId: string; releaseId: string | null; seatId?: string } | undefined =
    (await owningOrder(connection, caller.id, projectId, 'source')) ??
    (await seatOf(connection, caller.id, projectId))
  if (!purchase) {
    await requireVisible(connection, caller, projectId)
    throw new ProblemError('not_allowed', 'Buy this project to download it')
  }
  const { usable, recalled } = releasesWith(releases, purchase.releaseId)
  const { orderId, seatId } = purchase
  return { releases: usable, recalled, main: usable[0]?.id, orderId, ...(seatId && { seatId }) }
}

type ReleaseRow = Awaited<ReturnType<typeof releasesOf>>[number]

/**
 * Those of a project's releases that the purchase of one of them entitles to, and the recalled ones among them, highest
 * number first.
 */
function releasesWith(releases: ReleaseRow[], releaseId: string | null) {
  const bought = releases.find(({ id }) => id === releaseId)?.number ?? 0
  const entitled = releases.filter(
    ({ id, number, approvedAt, isTakenBack }) =>
      id === releaseId || (number > bought && approvedAt && !isTakenBack),
  )
  const recalled = entitled.filter(isRecalled)
  const usable = entitled.filter((release) => !isRecalled(release))
  const earlier = releases.find(({ number, status }) => number < bought && status === 'approved')
  if (usable.length === 0 && recalled.length > 0 && earlier) usable.push(earlier)
  return { usable, recalled }
}

/**
 * Returns whether somebody who buys a release of a project now gets something: it can be downloaded, or a release in
 * its place, and staff do not refund its buyers.
 */
export async function isDeliverable(
  connection: Connection,
  { projectId, releaseId }: { projectId: string; releaseId: string | null },
): Promise<boolean> {
  if (releaseId !== null && (await isRefundedRecall(connection, releaseId))) return false
  return releasesWith(await releasesOf(connection, projectId), releaseId).usable.length > 0
}

/**
 * The release that `ref` (main or a number) names among those that a caller may download. Throws as releasesFor does,
 * and recalled.
 */
export async function releaseFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
  ref: string,
): Promise<{ releaseId: string; number: number; orderId?: string; seatId?: string }> {
  const { releases, recalled, main, orderId, seatId } = await releasesFor(connection, caller, projectId)
  const recalledOne = recalled.find(({ number }) => (ref === 'main' ? !main : number === Number(ref)))
  if (recalledOne) throw recalledProblem(recalledOne)
  const release = releases.find(({ id, number }) => (ref === 'main' ? id === main : number === Number(ref)))
  if (!release) throw new ProblemError('not_found', 'Project files not found')
  return {
    releaseId: release.id,
    number: release.number,
    ...(orderId && { orderId }),
    ...(seatId && { seatId }),
  }
}
