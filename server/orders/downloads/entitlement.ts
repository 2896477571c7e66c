import { ProblemError } from '#contract/problem.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { projectNotFound, requireVisible } from '../../projects/access.ts'
import { isRecalled, recalledProblem, type RecalledRelease } from '../../projects/releases/service.ts'
import { purchaseOf } from '../service.ts'
import { projectBehind, releasesOf } from './queries.ts'

/**
 * The releases that a caller may have, highest number first, and which of them is `main`. Owner and staff: all, the present
 * one is main. A buyer: the one bought and every approved one after it, also when the project is not listed; where all of
 * those are recalled, the newest approved one before them. What is recalled only staff may have. Throws
 * not_allowed for who has not bought, not_found for what there is not or what the caller may not know of.
 */
export async function releasesFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<{
  releases: { id: string; number: number }[]
  /** Of what the caller could have the releases that are recalled, highest number first. */
  recalled: RecalledRelease[]
  main: string | null | undefined
  /** The order by which a buyer is entitled. */
  orderId?: string
}> {
  const project = await projectBehind(connection, projectId)
  if (!project) throw projectNotFound()
  const releases = await releasesOf(connection, projectId)
  if (isStaff(caller) || (caller.id === project.ownerId && !project.deletedAt)) {
    if (project.deletedAt) throw projectNotFound()
    const recalled = isStaff(caller) ? [] : releases.filter(isRecalled)
    return { releases, recalled, main: project.releaseId }
  }
  const purchase = await purchaseOf(connection, caller.id, projectId, 'source')
  if (!purchase) {
    await requireVisible(connection, caller, projectId)
    throw new ProblemError('not_allowed', 'Buy this project to download it')
  }
  const bought = releases.find(({ id }) => id === purchase.releaseId)?.number ?? 0
  const mine = releases.filter(
    ({ id, number, approvedAt }) => id === purchase.releaseId || (number > bought && approvedAt),
  )
  const recalled = mine.filter(isRecalled)
  const usable = mine.filter((release) => !isRecalled(release))
  const earlier = releases.find(({ number, status }) => number < bought && status === 'approved')
  if (usable.length === 0 && recalled.length > 0 && earlier) usable.push(earlier)
  return { releases: usable, recalled, main: usable[0]?.id, orderId: purchase.orderId }
}

/** Of the releases that a caller may have the one that `ref` names: main or a number. Throws as releasesFor does, and recalled. */
export async function releaseFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
  ref: string,
): Promise<{ releaseId: string; number: number; orderId?: string }> {
  const { releases, recalled, main, orderId } = await releasesFor(connection, caller, projectId)
  const called = recalled.find(({ number }) => (ref === 'main' ? !main : number === Number(ref)))
  if (called) throw recalledProblem(called)
  const release = releases.find(({ id, number }) => (ref === 'main' ? id === main : number === Number(ref)))
  if (!release) throw new ProblemError('not_found', 'Project files not found')
  return { releaseId: release.id, number: release.number, ...(orderId && { orderId }) }
}
