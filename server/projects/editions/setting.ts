import type { Settings } from '#contract/staff/settings.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { changeSettings } from '../../staff/settings/service.ts'
import { lockProjects } from '../lookup-queries.ts'
import { republish } from '../save.ts'
import { lockWhileChangesWait, projectsKeptOnSale } from './queries.ts'

/**
 * Changes the section Verification of the settings, as changeSettings does, and lists or unlists at once what waits. A
 * job does it again, in case this process ends before.
 */
export async function changeWhileChangesWait(
  dependencies: Dependencies,
  staff: StaffCaller,
  change: { value: Settings['verification']; edited: number },
): Promise<void> {
  await changeSettings(dependencies.db, staff, 'verification', change, async (trx) => {
    // A change that somebody opens meanwhile is seen here, or sees the new setting.
    await lockWhileChangesWait(trx, 'setting')
    await dependencies.jobs.enqueue(trx, 'list-while-changes-wait', {})
  })
  await listWhileChangesWait(dependencies)
}

/** Lists or unlists, as the settings say now, every project whose edition may stay on sale while a change waits. */
export async function listWhileChangesWait({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const waiting = await projectsKeptOnSale(db)
  for (let start = 0; start < waiting.length; start += batchSize)
    await db.transaction().execute(async (trx) => {
      const batch = waiting.slice(start, start + batchSize)
      await lockProjects(trx, batch)
      await republish(trx, batch)
    })
}

/** The number of projects that are locked at once. */
const batchSize = 50
