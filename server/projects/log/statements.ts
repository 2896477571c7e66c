import { isoDay } from '#contract/kit/format.ts'
import { statementText } from '#contract/projects/log/statement.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { makeContentHash } from '../releases/content-hash.ts'
import {
  insertStatement,
  isUndoable,
  lastKindOf,
  lockStatementsOf,
  releaseToState,
  unstated,
} from './queries.ts'

type Stores = Pick<Dependencies, 'jobs'>

/** States what a process of the release before approved or recalled beside this one, which knows no statements. */
export async function stateUnstated({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  for (const { id, approvedAt, isRecalled } of await unstated(db))
    await db
      .transaction()
      .execute((trx) =>
        isRecalled ? stateRecall({ jobs }, trx, id) : stateApproval({ jobs }, trx, id, approvedAt),
      )
}

/**
 * States that staff approved a release, once the approval cannot be taken back any more. Does nothing when the last
 * statement about the same files of the project says so already, for a release that was recalled meanwhile, and for one
 * that is gone.
 */
export async function stateApproval(
  stores: Stores,
  trx: Connection,
  releaseId: string,
  at: Date,
): Promise<void> {
  const release = await lockToState(trx, releaseId)
  if (!release?.approvedAt || release.recalledAt) return
  await state(stores, trx, { ...release, kind: 'approved', at })
}

/**
 * States that staff recalled a release; after its approval, where that waited still: a recall ends the time in which the
 * approval can be taken back.
 */
export async function stateRecall(stores: Stores, trx: Connection, releaseId: string): Promise<void> {
  const release = await lockToState(trx, releaseId)
  if (!release?.approvedAt || !release.recalledAt) return
  if (await isUndoable(trx, releaseId))
    await state(stores, trx, { ...release, kind: 'approved', at: release.approvedAt })
  await state(stores, trx, { ...release, kind: 'recalled', at: release.recalledAt })
}

/**
 * What is to be stated of a release, about whose files nobody else states anything until the transaction ends; undefined
 * when it is gone.
 */
async function lockToState(trx: Connection, releaseId: string) {
  const found = await releaseToState(trx, releaseId)
  if (!found) return undefined
  const contentHash = found.contentHash ?? (await makeContentHash(trx, releaseId))
  await lockStatementsOf(trx, found.projectId, contentHash)
  // Read again, because a recall may have been stated while this waited.
  const release = await releaseToState(trx, releaseId)
  return release && { ...release, contentHash }
}

type Stated = NonNullable<Awaited<ReturnType<typeof lockToState>>> & {
  kind: 'approved' | 'recalled'
  at: Date
}

/** Writes a statement that waits for the log, unless it was the last that was said of the same files. */
async function state({ jobs }: Stores, trx: Connection, stated: Stated): Promise<void> {
  const { kind, projectId, number, contentHash, fileCount, totalSize, rules, at } = stated
  if ((await lastKindOf(trx, projectId, contentHash)) === kind) return
  const body = statementText({
    kind,
    projectId,
    release: number,
    contentHash,
    count: fileCount,
    bytes: totalSize,
    day: isoDay(at),
    rules: rules ?? 0,
  })
  await insertStatement(trx, { kind, projectId, releaseNumber: number, contentHash, body })
  await jobs.enqueue(trx, 'write-log', {})
}
