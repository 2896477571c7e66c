import { v7 as uuid } from 'uuid'

import type { RunCause } from '#contract/projects/runs.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { countedRuns } from '../../platform/metrics.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { readFindings } from '../findings/service.ts'
import { findEdited } from '../queries.ts'
import { chooseKind } from './kind.ts'
import { rulesVersion } from './outcome.ts'
import {
  deleteOtherWaiting,
  deleteWaiting,
  insertNotTried,
  lastStartAt,
  projectOfRun,
  startableOf,
  upsertWaiting,
} from './queue-queries.ts'
import { newestRecord } from './record-queries.ts'
import { hasRunner } from './runner-queries.ts'
import { recordShown } from './shown.ts'

interface Wish {
  cause: RunCause
  /** The page that is opened first; undefined: the one of last time. */
  startAt?: string | null | undefined
}

/**
 * Asks for a run of a release that is on sale or waits for staff, in the caller's transaction: a row of the queue, or at
 * once the record of one that is not tried. Does nothing for any other release, before its check, and while no machine runs
 * projects. Answers whether it is run or recorded.
 */
export async function askForRun(
  trx: Connection,
  releaseId: string,
  { cause, startAt }: Wish,
): Promise<boolean> {
  const [project, startable] = [await projectOfRun(trx, releaseId), await startableOf(trx, releaseId)]
  if (!project || !startable || !(await hasRunner(trx))) return false
  const asked = { id: uuid(), projectId: project.id, releaseId, ownerId: project.ownerId, cause }
  const { kind, what } = chooseKind(startable)
  if (cause === 'upload') await deleteOtherWaiting(trx, project.id, releaseId)
  if (kind) {
    const at = startAt === undefined ? await lastStartAt(trx, project.id) : startAt
    await upsertWaiting(trx, { ...asked, kind, startAt: at })
    return true
  }
  await deleteWaiting(trx, releaseId)
  const before = await newestRecord(trx, releaseId)
  if (before?.outcome === 'not_tried' && before.reason === what && before.rules === rulesVersion) return true
  // It says nothing that a stranger wrote, so that nobody has to look at it.
  const shownAt = project.isOnSale ? new Date() : null
  countedRuns.inc({ outcome: 'not_tried' })
  await insertNotTried(trx, { ...asked, reason: what, rules: rulesVersion, shownAt })
  if (shownAt) await recordShown(trx, project.id)
  return true
}

/**
 * Asks for a run of a release by itself, when its check is saved or its owner explained what was found, or changed the
 * demo sign-ins: while the settings say so and no finding blocks it.
 */
export async function askWhenChecked(
  trx: Connection,
  releaseId: string,
  cause: RunCause = 'upload',
): Promise<void> {
  if (!(await readSettings(trx, 'runs')).automatic) return
  const owned = await projectOfRun(trx, releaseId)
  const project = owned && (await findEdited(trx, owned.id))
  if (project?.releaseId !== releaseId) return
  // What is on sale is run by night, and one run of a release is enough.
  if (cause === 'upload' && (owned?.isOnSale || (await newestRecord(trx, releaseId)) !== undefined)) return
  const { state, isBlocked } = await readFindings(trx, project, 'staff')
  if (state !== 'checked' || isBlocked) return
  await askForRun(trx, releaseId, { cause })
}

/** Asks for a run of the newest release of a project by itself, once nothing blocks it any more. */
export const runNewest = ({ db }: Pick<Dependencies, 'db'>, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await findEdited(trx, projectId, { lock: true })
    if (project?.releaseId) await askWhenChecked(trx, project.releaseId)
  })
