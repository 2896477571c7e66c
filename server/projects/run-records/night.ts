import type { Dependencies } from '../../dependencies.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { rulesVersion } from './outcome.ts'
import { askForRun } from './queue.ts'
import { releasesForNight } from './record-queries.ts'

/** The most runs that one night asks for: at 20 seconds each, some hours of one machine. */
const maxOfNight = 1000

/** Asks for the runs of what is on sale whose record is of other versions of PHP, MariaDB or our rules, or missing. */
export async function runByNight({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  if (!(await readSettings(db, 'runs')).automatic) return
  for (const releaseId of await releasesForNight(db, rulesVersion, maxOfNight))
    await db.transaction().execute((trx) => askForRun(trx, releaseId, { cause: 'night' }))
}
