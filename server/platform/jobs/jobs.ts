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
 * Starts the job queue, which pg-boss stores in PostgreSQL. Emails are encrypted in it because they hold sign-in codes.
 * `report` is called with the error of a failed job, `onFinalFailure` for a job that is not tried again.
 */
export async function startJobs(
  url: string,
  secret: string,
  report: (error: unknown) => void,
  onFinalFailure: (kind: JobKind, id: string) => Promise<void> = async () => {},
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
          const isFinal = retryCount >= retryLimit
          report(isFinal ? finalFailure(kind, id, error) : error)
          if (isFinal) await onFinalFailure(kind, id).catch(report)
          finishedJobs.inc({ kind, outcome: isFinal ? 'given_up' : 'failed' })
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

/** Schema of the queue's tables. */
const jobsSchema = 'jobs'

const options: ConstructorOptions = {
  schema: jobsSchema,
  max: 4,
  useListenNotify: true,
  application_name: 'readymade-jobs',
  maintenanceIntervalSeconds: 600,
}
type StoredJob = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

const finalFailure = (kind: JobKind, id: string, cause: unknown) =>
  new Error(`The job ${id} (${kind}) was given up: ${(cause as Error).message}`, { cause })

/** Finished jobs are deleted after a minute, at the queue's next maintenance. */
const queue = { notify: true, retryLimit: 8, retryDelay: 2, retryBackoff: true, deleteAfterSeconds: 60 }
/**
 * A mail server may be down for a day: pauses grow from 10 seconds to half an hour, and 54 of them are a day on
 * average. A killed process is noticed after a minute, not after the quarter of an hour that other jobs may take.
 */
const mailQueue = { ...queue, retryLimit: 54, retryDelay: 10, retryDelayMax: 1800, heartbeatSeconds: 60 }
/** Longer than all checks of the ledger may take together; other jobs have a quarter of an hour. */
const proofQueue = { ...queue, expireInSeconds: 2700 }
/**
 * A worker is woken once for all jobs that were queued meanwhile, so it must fetch until none is left; one job at a
 * time would be one in five seconds. Each job of a batch succeeds or is tried again by itself. Emails are sent
 * together, so that no sign-in code waits for another.
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

/** An email as it is stored in the queue. */
export interface QueuedMail {
  kind: string
  /** Address of a recipient who is no member. */
  to?: string
  subject: string
  html: string
  text: string
  /** Subject, such as 'payment <id>', under which it is recorded that the email was sent. */
  about?: string
  /** The recipient, whose address and preferences are read when the email is sent. */
  memberId?: string
  preference?: string
  /** Opened with POST, it switches `preference` off. */
  unsubscribeUrl?: string
  isSignIn?: true
  /** ISO date after which the email is not sent any more. */
  usefulUntil?: string
}

/**
 * Kinds of background work with their data, stored in the database in the same transaction as the change that needs
 * them.
 */
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
  /** `keys` are the objects to delete from the store. */
  'finish-deletion': { memberId: string; keys: string[] }
  'announce-listings': Record<string, never>
  'mail-new-release': { releaseId: string }
  'ask-whether-it-ran': Record<string, never>
  'follow-recalls': Record<string, never>
  'forget-browser-errors': Record<string, never>
}
export type JobKind = keyof JobKinds
/** Kinds of work without data that are scheduled. */
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
  /** Queues a job in the caller's transaction: it runs if and only if that commits, at least once. */
  enqueue<K extends JobKind>(connection: Connection, kind: K, data: JobKinds[K]): Promise<void>
  /**
   * Registers the worker of a kind of job. After an error the job is tried again with growing pauses; it keeps its id.
   */
  work<K extends JobKind>(kind: K, worker: (data: JobKinds[K], id: string) => Promise<void>): Promise<void>
  /** Queues a kind of job at every tick of a cron expression (UTC). */
  repeat(kind: RepeatedKind, cron: string): Promise<void>
  stop(): Promise<void>
}

interface Sealed {
  sealed: string
}

/** Encrypts and decrypts jobs, so that nobody can read them in the database or a copy of it. */
export function sealer(secret: string) {
  const { encrypt, decrypt } = encryption(secret, 'jobs')
  return {
    seal: (data: object): Sealed => ({ sealed: encrypt(JSON.stringify(data)) }),
    /** Throws when another secret encrypted it, or it was changed. */
    open: ({ sealed }: Sealed): unknown => JSON.parse(decrypt(sealed)),
  }
}

/**
 * The version of the queue's own tables that this code works on, and the SQL that makes them in the caller's
 * transaction. Throws an Error when pg-boss writes that SQL differently.
 */
export function queueTables(): { version: number; sql: string } {
  const plan = getConstructionPlans(jobsSchema)
  const version = plan.match(/INSERT INTO \w+\.version\(version\) VALUES \('(\d+)'\)/)?.[1]
  const inside = plan.match(/^\s*BEGIN;([\s\S]*)COMMIT;\s*$/)?.[1]
  if (!version || !inside) throw new Error('pg-boss writes the SQL of its tables in another way than before.')
  return { version: Number(version), sql: inside }
}
