import { v7 as uuid } from 'uuid'

import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection } from '../../database/connection.ts'

/** One step in a project's verification, as it is remembered for good. */
export interface Move {
  projectId: string
  from: VerificationStatus
  to: VerificationStatus
  notes: string | null
  /** The name of whoever did it, as it was then. */
  by: string
}

/** Remembers a step, together with the newest release at that time. */
export async function insertMove(connection: Connection, { projectId, from, to, notes, by }: Move) {
  await connection
    .insertInto('verifications')
    .values((values) => ({
      id: uuid(),
      projectId,
      releaseId: values
        .selectFrom('releases')
        .select('releases.id')
        .where('releases.projectId', '=', projectId)
        .orderBy('releases.number', 'desc')
        .limit(1),
      status: to,
      previousStatus: from,
      notes,
      verifiedBy: by,
      verifiedAt: new Date(),
    }))
    .execute()
}

/** Every step of a project, newest first. */
export const movesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verifications')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['verifications.status', 'previousStatus', 'verifications.notes', 'verifiedBy', 'verifiedAt'])
    .select('releases.number as release')
    .where('verifications.projectId', '=', projectId)
    .orderBy('verifiedAt', 'desc')
    .orderBy('verifications.id', 'desc')
    .execute()
export type MoveRow = Awaited<ReturnType<typeof movesOf>>[number]

/** The newest steps that staff took with an owner's projects, up to a number of them. */
export const recentDecisions = (connection: Connection, ownerId: string, max: number) =>
  connection
    .selectFrom('verifications')
    .innerJoin('projects', 'projects.id', 'verifications.projectId')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['projects.id as projectId', 'projects.title', 'verifications.status'])
    .select(['verifications.verifiedAt', 'releases.number as release'])
    .where('projects.ownerId', '=', ownerId)
    .where('verifications.status', '<>', 'pending')
    .orderBy('verifications.verifiedAt', 'desc')
    .limit(max)
    .execute()
