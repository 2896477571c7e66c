import type { Reply } from '#contract/endpoint.ts'
import type { projects } from '#contract/projects.ts'
import type { VerificationStatus } from '#contract/verification.ts'

import type { Connection } from '../database/connection.ts'
import { insertMove, type Move, movesOf } from './queries.ts'

/** Remembers one step of a project's verification in the transaction that takes it. */
export const rememberMove = (trx: Connection, move: Move) => insertMove(trx, move)

type History = Reply<typeof projects.verificationHistory>['verificationHistory']

/** Every step of a project's verification, newest first. */
export async function historyOf(connection: Connection, projectId: string): Promise<History> {
  const moves = await movesOf(connection, projectId)
  return moves.map(({ status, previousStatus, notes, verifiedAt, verifiedBy }) => ({
    status: status as VerificationStatus,
    previousStatus: previousStatus as VerificationStatus,
    notes,
    verifiedAt: verifiedAt.toISOString(),
    verifiedBy,
  }))
}
