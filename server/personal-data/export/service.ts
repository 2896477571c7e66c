import { v7 as uuid } from 'uuid'

import type { DataExport } from '#contract/accounts/personal-data.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../../database/connection.ts'
import type { Parts } from '../../parts.ts'
import { countAttempt } from '../../rate-limits/service.ts'
import { sweep } from '../../storage/sweep.ts'
import { keptDays } from './build.ts'
import { toExport } from './presenter.ts'
import { deleteOldExports, exportOf, keysOfExports, replaceExport } from './queries.ts'
import { exportsOf } from './rate-limits.ts'

/** A member's newest export, if there is one. */
export async function newestExport(connection: Connection, memberId: string): Promise<DataExport | null> {
  const found = await exportOf(connection, memberId)
  return found ? toExport(found) : null
}

/** Begins an export, in the place of a finished one. While one is being made that one is answered. Throws too_many_requests. */
export async function askForExport(
  { db, jobs, storage }: Pick<Parts, 'db' | 'jobs' | 'storage'>,
  memberId: string,
): Promise<DataExport> {
  const id = uuid()
  const replaced = await db.transaction().execute(async (trx) => {
    const begun = await replaceExport(trx, { id, memberId })
    if (!begun) return null
    await countAttempt(trx, exportsOf(memberId))
    await jobs.enqueue(trx, 'export-data', { exportId: id })
    return begun.replacedKey
  })
  // What cannot be deleted now is swept later.
  if (replaced) await storage.delete(replaced).catch(() => {})
  const newest = await newestExport(db, memberId)
  if (!newest) throw new ProblemError('conflict', 'Please try again.')
  return newest
}

/** Deletes exports that are over, and stored ZIPs that no export refers to. */
export async function sweepExports({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  for (const key of await deleteOldExports(db, keptDays)) await storage.delete(key)
  await sweep(storage, 'exports/', (keys) => keysOfExports(db, keys))
}
