import { sql } from 'kysely'

import { undoSeconds } from '#contract/projects/staff/verification.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { EditionBefore } from '../editions/service.ts'
import type { ShownBefore } from '../run-records/service.ts'

/** What a decision changes, as it was before. Times are ISO dates. */
export interface Before {
  status: VerificationStatus
  notes: string | null
  verifiedAt: string | null
  /** Since when its owner has changed what staff sent back, without sending it. */
  unsentSince: string | null
  /** Whether we reminded them of that. */
  wasReminded: boolean
  /** The release whose status the decision changed, with that status; null when it changed none. */
  release: { id: string; number: number; from: string; to: string } | null
  /** The key of the report file that the decision approved. */
  report: string | null
  /**
   * The edition that the record held, whether a change waited, and the edition that it holds now; undefined when the
   * release before decided.
   */
  held?: EditionBefore & { now: number | null }
  /** The run record that an approval showed, as it was; undefined when it showed none. */
  run?: ShownBefore | undefined
  wasListed: boolean
  /** Whether the staff member had claimed the project. */
  wasClaimed: boolean
}

export async function insertOpenDecision(
  trx: Connection,
  { before, ...decision }: { verificationId: string; projectId: string; staffId: string; before: Before },
): Promise<void> {
  await trx
    .insertInto('openDecisions')
    .values({ ...decision, before: JSON.stringify(before) })
    .execute()
}

/**
 * Deletes and returns the newest change of a project's verification, if it is a decision of a staff member that can still be taken back;
 * undefined otherwise.
 */
export async function takeOpenDecision(trx: Connection, projectId: string, staffId: string) {
  const { rows } = await sql<{ id: string; before: Before; decidedAt: Date }>`
    delete from open_decisions where staff_id = ${staffId} and decided_at > clock_timestamp() - ${undoSeconds} * interval '1 second'
      and verification_id = (
        select id from verifications where project_id = ${projectId} order by verified_at desc, id desc limit 1
      )
    returning verification_id as id, before, decided_at as "decidedAt"`.execute(trx)
  return rows[0]
}

/**
 * Deletes and returns a decision that nobody can take back any more; undefined when somebody did, or when it is told.
 */
export async function endOpenDecision(trx: Connection, verificationId: string) {
  const { rows } = await sql<{
    projectId: string
    before: Before
    status: VerificationStatus
    notes: string | null
    releaseId: string | null
    verifiedAt: Date
  }>`
    with ended as (
      delete from open_decisions where verification_id = ${verificationId} returning verification_id, project_id, before
    )
    select ended.project_id as "projectId", before, status, notes, release_id as "releaseId", verified_at as "verifiedAt"
    from ended join verifications on verifications.id = ended.verification_id`.execute(trx)
  return rows[0]
}
