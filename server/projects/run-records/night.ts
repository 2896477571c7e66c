import type { Dependencies } from '../../dependencies.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { rulesVersion } from './outcome.ts'
import { askForRun, askWhenChecked } from './queue.ts'
import { releasesForNight, releasesWithoutRun } from './record-queries.ts'
import { hasRunner } from './runner-queries.ts'

/** The most runs that one night asks for: at 20 seconds each, some hours of one machine. */
const maxOfNight = 1000

/**
 * Asks for the runs of what is on sale whose record is of other versions of PHP, MariaDB or our rules, or missing, and of
 * what waits for staff and was not run, such as before the first machine was there.
 */
export async function runByNight({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  if (!(await readSettings(db, 'runs')).automatic || !(await hasRunner(db))) return
  for (const releaseId of await releasesWithoutRun(db, maxOfNight))
    await db.transaction().execute((trx) => askWhenChecked(trx, releaseId))
  for (const releaseId of await releasesForNight(db, rulesVersion, maxOfNight))
    await db.transaction().execute((trx) => askForRun(trx, releaseId, { cause: 'night' }))
}
