import type { ContactStatus } from '#contract/content/contacts.ts'
import type { DashboardStats, SystemInfo, ToDo } from '#contract/dashboard/dashboard.ts'
import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { newestMessages } from '../content/lookup-queries.ts'
import type { LastCheck } from '../money/lookup-queries.ts'
import type { waitingRecallRefunds } from '../orders/recalls/lookup-queries.ts'
import type { reconciledShare } from '../orders/settle/reconcile.ts'
import type { Found } from '../platform/database/connection.ts'
import type { newestProjects } from '../projects/staff/lookup-queries.ts'
import type { waitingFigures } from '../projects/staff/queue.ts'
import type { lastBackup } from './queries.ts'

type Recent = DashboardStats['recentActivity']

export const toRecentProject = (
  { id, pricePaise, verificationStatus, createdAt, ...project }: Found<typeof newestProjects>[number],
  isRecalled: boolean,
): Recent['projects'][number] => ({
  ...project,
  _id: id,
  price: rupeesOf(pricePaise),
  verificationStatus: verificationStatus as VerificationStatus,
  isRecalled,
  createdAt: createdAt.toISOString(),
})

export const toRecentMessage = ({
  id,
  status,
  createdAt,
  ...message
}: Found<typeof newestMessages>[number]): Recent['contacts'][number] => ({
  ...message,
  _id: id,
  status: status as ContactStatus,
  createdAt: createdAt.toISOString(),
})

/** The project that has waited longest for staff. */
export const toOldest = ({
  id,
  title,
  waitingSince,
}: NonNullable<Found<typeof waitingFigures>['oldest']>): ToDo['oldestProject'] => ({
  _id: id,
  title,
  waitingSince: waitingSince.toISOString(),
})

/** What waits for staff, and since when the oldest does. */
export const toWaiting = ({ count, since }: { count: number; since: Date | null }): ToDo['refunds'] => ({
  count,
  oldest: isoTime(since),
})

/** The refunds of recalled releases that wait for a second member of staff. */
export const toRecallRefunds = (
  releases: Found<typeof waitingRecallRefunds>[number][],
): ToDo['recallRefunds'] => ({
  count: releases.reduce((sum, { refunds }) => sum + refunds, 0),
  amount: rupeesOf(releases.reduce((sum, { paise }) => sum + paise, 0)),
  oldest: releases[0]
    ? { _id: releases[0].projectId, title: releases[0].title, since: releases[0].since.toISOString() }
    : null,
})

/** The share of the payments that was reconciled; null while there are none. */
export const toReconciled = ({
  share,
  paidPaise,
  ...rest
}: Found<typeof reconciledShare>): ToDo['reconciled'] =>
  share === null ? null : { share, paid: rupeesOf(paidPaise), ...rest }

export const toBackup = (backup: Found<typeof lastBackup>): SystemInfo['lastBackup'] => ({
  madeAt: backup.madeAt.toISOString(),
  folder: backup.folder,
  rows: backup.rowCount,
  files: backup.fileCount,
  bytes: backup.fileBytes,
  missing: backup.missingFiles,
})

export const toLedgerState = ({
  checkedAt,
  faults,
  failure,
  isOverdue,
}: LastCheck): SystemInfo['ledger'] => ({
  checkedAt: isoTime(checkedAt),
  faults: Object.values(faults).reduce((sum, { length }) => sum + length, 0),
  isOverdue,
  failure,
})
