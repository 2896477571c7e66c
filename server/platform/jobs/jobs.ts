import { isDeepStrictEqual } from 'node:util'

import { CompiledQuery } from 'kysely'
import {
  type ConstructorOptions,
  getConstructionPlans,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type Queue,
} from 'pg-boss'

import { encryption } from '../crypto.ts'
import type { Connection } from '../database/connection.ts'
import { finishedJobs } from '../metrics.ts'

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
  const created = new Map<string, Promise<void>>()
  /** Jobs may be asked for before those who do them have begun. */
  const create = (name: string) => {
    if (known.has(name)) return undefined
    if (!created.has(name)) created.set(name, boss.createQueue(name, queue))
    return created.get(name)
  }
  const begin = async <K extends JobKind>({ name, handler, cron, atStart, ...own }: JobOf<K>) => {
    await create(name)
    const settings = { ...queue, ...own.queue }
    const before = known.get(name)
    if (!before || !isDeepStrictEqual({ ...before, ...settings }, before))
      await boss.updateQueue(name, settings)
    const settle = async ({ id, data, retryCount, retryLimit }: StoredJob): Promise<JobResult> => {
      try {
        await handler(('sealed' in data ? open(data as { sealed: string }) : data) as JobData[K], id)
        finishedJobs.inc({ kind: name, outcome: 'done' })
        return { id, status: 'completed' }
      } catch (error) {
        const isGivenUp = retryCount >= retryLimit
        report(isGivenUp ? givenUp(name, id, error) : error)
        if (isGivenUp) await noteGivenUp(name, id).catch(report)
        finishedJobs.inc({ kind: name, outcome: isGivenUp ? 'given_up' : 'failed' })
        return { id, status: 'failed', output: { message: (error as Error).message } }
      }
    }
    await boss.work<object, object, typeof fetching>(name, fetching, async (jobs) => {
      if (own.isParallel) return Promise.all(jobs.map(settle))
      const results: JobResult[] = []
      for (const job of jobs) results.push(await settle(job))
      return results
    })
    if (cron) await boss.schedule(name, cron, {}, { retryLimit: 0 })
    if (atStart) await boss.send(name, {})
  }
  return {
    enqueue: async (connection, kind, data) => {
      await create(kind)
      await boss.send(kind, kind === 'mail' ? seal(data) : data, { db: executorOn(connection) })
    },
    work: async (jobs) => {
      for (const job of jobs) await begin(job as JobOf<JobKind>)
    },
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
type QueueOptions = Omit<Queue, 'name' | 'partition' | 'policy' | 'deadLetter'>

const queue: QueueOptions = {
  notify: true,
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  deleteAfterSeconds: 60,
}
/**
 * A worker is woken once for whatever was asked for meanwhile, so it must fetch until nothing is left: one job at a time
 * it would do one in five seconds. Each job of a batch succeeds or is tried again by itself.
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

/**
 * The data of each kind of work that may happen after the answer, stored in the database with the change that asked for it.
 * Every area adds its own, beside the jobs.
 */
export interface JobData {
  mail: QueuedMail
  'forget-mails': object
}
export type JobKind = keyof JobData

/** A kind of work, as its area declares it. */
interface JobOf<K extends JobKind> {
  name: K
  /** Does the work. When it throws, it is tried again later, with growing pauses; the job keeps its id. */
  handler: (data: JobData[K], id: string) => Promise<void>
  /** When it is asked for by itself: a cron expression in UTC. */
  cron?: string
  /** It is asked for at every start too. */
  atStart?: true
  /** Jobs that were asked for together are done together, and not one after the other. */
  isParallel?: true
  /** Where its queue differs from others. */
  queue?: QueueOptions
}
export type Job = { [K in JobKind]: JobOf<K> }[JobKind]

export interface Jobs {
  /** Asks for work inside the caller's transaction: it happens if and only if that commits, at least once. */
  enqueue<K extends JobKind>(connection: Connection, kind: K, data: JobData[K]): Promise<void>
  /** Begins to do these kinds of work. */
  work(jobs: Job[]): Promise<void>
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
