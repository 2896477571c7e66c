import { isDeepStrictEqual } from 'node:util'

import { CompiledQuery } from 'kysely'
import {
  type ConstructorOptions,
  getConstructionPlans,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
} from 'pg-boss'

import { encryption } from '../crypto.ts'
import type { Connection } from '../database/connection.ts'
import { finishedJobs } from '../metrics.ts'

const kinds = [
  'mail',
  'build-archive',
  'render-readme',
  'render-stale-readmes',
  'check-release',
  'check-stale-releases',
  'index-release',
  'index-stale-releases',
  'highlight-samples',
  'reconcile-payments',
  'return-money',
  'check-gateways',
  'follow-disputes',
  'sweep-uploads',
  'sweep-avatars',
  'sum-catalogue',
  'forget-sign-ins',
  'check-ledger',
  'forget-mails',
  'export-data',
  'sweep-exports',
  'finish-deletion',
  'announce-listings',
  'mail-new-release',
  'ask-whether-it-ran',
  'follow-recalls',
  'forget-browser-errors',
] as const satisfies readonly JobKind[]

/**
 * Jobs stored in PostgreSQL by pg-boss, emails sealed because they hold sign-in codes. `report` is called for a job that
 * failed, `noteGivenUp` for one that is not tried again.
 */
export async function startJobs(
  url: string,
  secret: string,
  report: (error: unknown) => void,
  noteGivenUp: (kind: JobKind, id: string) => Promise<void> = async () => {},
): Promise<Jobs> {
  const { seal, open } = sealer(secret)
  const boss = new PgBoss({ ...options, connectionString: url })
  boss.on('error', report)
  await boss.start()
  const known = new Map((await boss.getQueues()).map((one) => [one.name, one]))
  for (const kind of kinds) {
    const settings = kind === 'mail' ? mailQueue : kind === 'check-ledger' ? proofQueue : queue
    const before = known.get(kind)
    if (!before) await boss.createQueue(kind, settings)
    else if (!isDeepStrictEqual({ ...before, ...settings }, before)) await boss.updateQueue(kind, settings)
  }
  return {
    enqueue: async (connection, kind, data) => {
      await boss.send(kind, kind === 'mail' ? seal(data) : data, { db: executorOn(connection) })
    },
    work: async <K extends JobKind>(kind: K, worker: (data: JobKinds[K], id: string) => Promise<void>) => {
      const settle = async ({ id, data, retryCount, retryLimit }: StoredJob): Promise<JobResult> => {
        try {
          await worker(('sealed' in data ? open(data as { sealed: string }) : data) as JobKinds[K], id)
          finishedJobs.inc({ kind, outcome: 'done' })
          return { id, status: 'completed' }
        } catch (error) {
          const isGivenUp = retryCount >= retryLimit
          report(isGivenUp ? givenUp(kind, id, error) : error)
          if (isGivenUp) await noteGivenUp(kind, id).catch(report)
          finishedJobs.inc({ kind, outcome: isGivenUp ? 'given_up' : 'failed' })
          return { id, status: 'failed', output: { message: (error as Error).message } }
        }
      }
      await boss.work<object, object, typeof fetching>(kind, fetching, async (jobs) => {
        if (kind === 'mail') return Promise.all(jobs.map(settle))
        const results: JobResult[] = []
        for (const job of jobs) results.push(await settle(job))
        return results
      })
    },
    repeat: (kind, cron) => boss.schedule(kind, cron, {}, { retryLimit: 0 }),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/** The schema of the queue's tables. */
const jobsSchema = 'jobs'

const options: ConstructorOptions = {
  schema: jobsSchema,
  max: 4,
  useListenNotify: true,
  application_name: 'readymade-jobs',
  maintenanceIntervalSeconds: 600,
}
type StoredJob = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

const givenUp = (kind: JobKind, id: string, cause: unknown) =>
  new Error(`The job ${id} (${kind}) was given up: ${(cause as Error).message}`, { cause })

/** Finished jobs are forgotten within a quarter of an hour. */
const queue = { notify: true, retryLimit: 8, retryDelay: 2, retryBackoff: true, deleteAfterSeconds: 60 }
/**
 * A mail server may be down for a day: pauses grow from 10 seconds to half an hour, 54 of them are a day on average. A
 * process that was killed is missed after a minute, not after the quarter of an hour that other jobs may take.
 */
const mailQueue = { ...queue, retryLimit: 54, retryDelay: 10, retryDelayMax: 1800, heartbeatSeconds: 60 }
/** Longer than all proofs of the ledger may take together; other jobs have a quarter of an hour. */
const proofQueue = { ...queue, expireInSeconds: 2700 }
/**
 * A worker is woken once for whatever was asked for meanwhile, so it must fetch until nothing is left: one job at a time
 * it would do one in five seconds. Each job of a batch succeeds or is tried again by itself. Emails go out together, so
 * that nobody's sign-in code waits behind another's.
 */
const fetching = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true as const,
  includeMetadata: true as const,
}

const executorOn = (connection: Connection) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await connection.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})

/** An email as it lies in the queue. */
export interface QueuedMail {
  kind: string
  /** The address of somebody who is no member. */
  to?: string
  subject: string
  html: string
  text: string
  /** What is kept of it when it was sent: 'payment <id>'. */
  about?: string
  /** The member it is for: their address and switches are looked up when it is sent. */
  memberId?: string
  preference?: string
  /** Opened with POST it switches `preference` off. */
  unsubscribeUrl?: string
  isSignIn?: true
  /** An ISO date after which it is of no use. */
  usefulUntil?: string
}

/** Work that may happen after the answer, stored in the database with the change that asked for it. */
export interface JobKinds {
  mail: QueuedMail
  'build-archive': { releaseId: string }
  'render-readme': { releaseId: string }
  'render-stale-readmes': Record<string, never>
  'check-release': { releaseId: string }
  'check-stale-releases': Record<string, never>
  'index-release': { releaseId: string }
  'index-stale-releases': Record<string, never>
  'highlight-samples': { projectId: string }
  'reconcile-payments': Record<string, never>
  'return-money': Record<string, never>
  'check-gateways': Record<string, never>
  'follow-disputes': Record<string, never>
  'sweep-uploads': Record<string, never>
  'sweep-avatars': Record<string, never>
  'forget-sign-ins': Record<string, never>
  'sum-catalogue': Record<string, never>
  'check-ledger': Record<string, never>
  'forget-mails': Record<string, never>
  'export-data': { exportId: string }
  'sweep-exports': Record<string, never>
  /** `keys`: what is to be deleted in the store. */
  'finish-deletion': { memberId: string; keys: string[] }
  'announce-listings': Record<string, never>
  'mail-new-release': { releaseId: string }
  'ask-whether-it-ran': Record<string, never>
  'follow-recalls': Record<string, never>
  'forget-browser-errors': Record<string, never>
}
export type JobKind = keyof JobKinds
/** Work without data, done at set times. */
type RepeatedKind =
  | 'reconcile-payments'
  | 'return-money'
  | 'check-gateways'
  | 'follow-disputes'
  | 'sweep-uploads'
  | 'sweep-avatars'
  | 'forget-sign-ins'
  | 'sum-catalogue'
  | 'check-ledger'
  | 'forget-mails'
  | 'sweep-exports'
  | 'announce-listings'
  | 'ask-whether-it-ran'
  | 'follow-recalls'
  | 'forget-browser-errors'

export interface Jobs {
  /** Asks for work inside the caller's transaction: it happens if and only if that commits, at least once. */
  enqueue<K extends JobKind>(connection: Connection, kind: K, data: JobKinds[K]): Promise<void>
  /** Says who does a kind of work. A thrown error is tried again later, with growing pauses; the job keeps its id. */
  work<K extends JobKind>(kind: K, worker: (data: JobKinds[K], id: string) => Promise<void>): Promise<void>
  /** Asks for a kind of work at every tick of a cron expression (UTC). */
  repeat(kind: RepeatedKind, cron: string): Promise<void>
  stop(): Promise<void>
}

interface Sealed {
  sealed: string
}

/** Keeps what is in the queue from whoever reads the database or a copy of it. */
export function sealer(secret: string) {
  const { encrypt, decrypt } = encryption(secret, 'jobs')
  return {
    seal: (data: object): Sealed => ({ sealed: encrypt(JSON.stringify(data)) }),
    /** Throws when another secret sealed it, or somebody has changed it. */
    open: ({ sealed }: Sealed): unknown => JSON.parse(decrypt(sealed)),
  }
}

/** The version of the queue's own tables that this code works on, and the SQL that makes them; it stands in the caller's transaction. */
export function queueTables(): { version: number; sql: string } {
  const plan = getConstructionPlans(jobsSchema)
  const version = plan.match(/INSERT INTO \w+\.version\(version\) VALUES \('(\d+)'\)/)?.[1]
  const inside = plan.match(/^\s*BEGIN;([\s\S]*)COMMIT;\s*$/)?.[1]
  if (!version || !inside) throw new Error('pg-boss writes the SQL of its tables in another way than before.')
  return { version: Number(version), sql: inside }
}
