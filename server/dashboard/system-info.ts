import type { SystemInfo } from '#contract/dashboard/dashboard.ts'

import packageFacts from '../../package.json' with { type: 'json' }
import type { Dependencies } from '../dependencies.ts'
import { lastLedgerCheck } from '../money/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { countFailedJobs, countOpenJobs } from '../platform/jobs/queries.ts'
import { mailFigures } from '../platform/mail/queries.ts'
import { storedSourceBytes } from '../projects/releases/lookup-queries.ts'
import { toBackup, toLedgerState } from './presenter.ts'
import { lastBackup } from './queries.ts'
import { databaseFacts } from './queries.ts'

/** Facts about the running system: versions, uptime, sizes, queues, the last ledger check and the last backup. */
export async function systemInfoOf({ db, config }: Dependencies): Promise<SystemInfo> {
  const [database, sourceBytes, open, mailJobs, givenUp, mail, ledger, backup] = await Promise.all([
    databaseFacts(db),
    storedSourceBytes(db),
    countOpenJobs(db),
    countOpenJobs(db, 'mail'),
    countFailedJobs(db, 7),
    mailFigures(db),
    ledgerState(db),
    lastBackup(db),
  ])
  const uptimeSeconds = Math.floor(process.uptime())
  return {
    version: packageFacts.version,
    nodeVersion: process.versions.node,
    databaseVersion: database.version,
    mode: config.mode,
    startedAt: new Date(Date.now() - uptimeSeconds * 1000).toISOString(),
    uptimeSeconds,
    memoryBytes: process.memoryUsage.rss(),
    databaseBytes: database.bytes,
    storage: { kind: config.storageUrl.startsWith('s3:') ? 's3' : 'disk', sourceBytes },
    jobs: { waiting: open?.waiting ?? null, active: open?.active ?? null, givenUpLastWeek: givenUp },
    mail: { goesTo: config.smtpUrl ? 'smtp' : 'terminal', waiting: mailJobs?.waiting ?? null, ...mail },
    ledger,
    lastBackup: backup ? toBackup(backup) : null,
  }
}

/** The time of the last ledger check and the number of faults found; null before the first check. */
export async function ledgerState(connection: Connection): Promise<SystemInfo['ledger']> {
  const check = await lastLedgerCheck(connection)
  return check ? toLedgerState(check) : null
}
