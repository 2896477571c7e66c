import { longDay } from '#contract/kit/day.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { type ProjectRow, saveProject } from '../projects/service.ts'
import { archiveKey } from './archives/archive.ts'
import { markRecalled, newestApproved } from './queries.ts'

export interface RecalledRelease {
  number: number
  recalledAt: Date
  recallReason: string
}

/** Whether staff called a release back. */
export const isRecalled = <R extends { recalledAt: Date | null; recallReason: string | null }>(
  release: R,
): release is R & RecalledRelease & { number: number } => release.recalledAt !== null

/** What somebody is told who asks for a release that was called back. */
export const recalledProblem = ({ number, recalledAt, recallReason }: RecalledRelease) =>
  new ProblemError(
    'recalled',
    `Release ${number} was recalled on ${longDay(recalledAt)}, so it cannot be downloaded any more. Why: ${recallReason}`,
  )

/**
 * Calls an approved release of a locked project back: the newest approved one before it stands for the project then, or
 * none does, and the project leaves the public lists. Answers where its archive is stored. Throws
 * conflict for what was never approved, or was recalled before.
 */
export async function recallRelease(
  trx: Connection,
  project: ProjectRow,
  { number, reason }: { number: number; reason: string },
): Promise<{ id: string; archive: string }> {
  const release = await markRecalled(trx, project.id, number, reason)
  if (!release)
    throw new ProblemError('conflict', `Release ${number} is recalled already, or was never approved.`)
  const isPresent = project.releaseId === release.id
  const earlier = isPresent ? await newestApproved(trx, project.id) : undefined
  await saveProject(trx, project.id, isPresent ? { releaseId: earlier ?? null } : {})
  return { id: release.id, archive: archiveKey(release.id) }
}
