import type { DataExport } from '#contract/accounts/personal-data.ts'
import { isoTime } from '#contract/kit/day.ts'

import type { Found } from '../../database/connection.ts'
import { keptDays } from './build.ts'
import type { exportOf } from './queries.ts'

type ExportRow = Found<typeof exportOf>

/** An export as its member sees it. */
export const toExport = ({ askedAt, readyAt, size }: ExportRow): DataExport => ({
  status: readyAt ? 'ready' : 'waiting',
  askedAt: askedAt.toISOString(),
  size,
  keptUntil: isoTime(readyAt && new Date(readyAt.getTime() + keptDays * 24 * 3_600_000)),
})
