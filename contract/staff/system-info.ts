import { z } from 'zod'

import { endpoint, staff } from '../kit/endpoint.ts'
import { Done } from '../kit/words.ts'

/** What the last check of the ledger that ended found. */
export const LedgerState = z.object({
  /** An ISO date; null when none ever ended. */
  checkedAt: z.string().nullable(),
  faults: z.int(),
  /** No check has ended for three hours, or the newest did not end: `failure` says why. */
  isOverdue: z.boolean(),
  failure: z.string().nullable(),
})

/** What runs here, and how it does. Sizes in bytes; null where it is not known. */
const SystemInfo = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  databaseVersion: z.string(),
  mode: z.enum(['demo', 'live']),
  /** When this process began, as an ISO date. */
  startedAt: z.string(),
  uptimeSeconds: z.int(),
  memoryBytes: z.int(),
  databaseBytes: z.int(),
  storage: z.object({ kind: z.enum(['disk', 's3']), sourceBytes: z.int() }),
  jobs: z.object({ waiting: z.int().nullable(), active: z.int().nullable(), givenUpLastWeek: z.int() }),
  mail: z.object({
    goesTo: z.enum(['smtp', 'terminal']),
    waiting: z.int().nullable(),
    sentLastDay: z.int(),
    blockedAddresses: z.int(),
  }),
  ledger: LedgerState.nullable(),
  /** The newest finished backup; null when there never was one. `missing` counts files that the store had not whole. */
  lastBackup: z
    .object({
      madeAt: z.string(),
      folder: z.string(),
      rows: z.int(),
      files: z.int(),
      bytes: z.int(),
      missing: z.int(),
    })
    .nullable(),
})
export type SystemInfo = z.infer<typeof SystemInfo>

export const system = {
  info: endpoint({
    method: 'GET',
    path: '/admin/system-info',
    summary: 'Versions, sizes, jobs and mail of this installation, as the process that answers knows them.',
    access: staff,
    reply: Done.extend({ systemInfo: SystemInfo }),
  }),
}
