import { isDeepStrictEqual } from 'node:util'

import { CompiledQuery } from 'kysely'
import type pg from 'pg'
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
import type { Listener } from '../database/listener.ts'
import { finishedJobs } from '../metrics.ts'
import { countOpenJobsOf } from './queries.ts'

/**
 * Starts the job queue, which pg-boss stores in PostgreSQL. Emails are encrypted in it because they hold sign-in codes.
 * Without a listener, jobs can only be enqueued: nothing is scheduled and no work looked for. `report` is called with
 * the error of a failed job, `onFinalFailure` for a job that is not tried again.
 */
export async function startJobs(
  { pool, listener }: { pool: pg.Pool; listener?: Listener },
  secret: string,
  report: (error: unknown) => void,
  onFinalFailure: (kind: JobKind, id: string) => Promise<void> = async () => {},
): Promise<Jobs> {
  const { seal, open } = sealer(secret)
  const works = listener !== undefined
  const boss = new PgBoss({
    ...options,
    db: connectionsFor(pool, listener),
    useListenNotify: works,
    supervise: works,
    schedule: works,
  })
  boss.on('error', report)
  await boss.start()
  const known = new Map((await boss.getQueues()).map((one) => [one.name, one]))
  const created = new Map<string, Promise<void>>()
  /** Creates a queue that is missing, because jobs may be queued before their worker has started. */
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
      const late = setTimeout(() => report(stillRunning(name, id)), lateSeconds * 1000).unref()
      try {
        await handler(('sealed' in data ? open(data as { sealed: string }) : data) as JobData[K], id)
        finishedJobs.inc({ kind: name, outcome: 'done' })
        return { id, status: 'completed' }
      } catch (error) {
        const isFinal = retryCount >= retryLimit
        report(isFinal ? finalFailure(name, id, error) : error)
        if (isFinal) await onFinalFailure(name, id).catch(report)
        finishedJobs.inc({ kind: name, outcome: isFinal ? 'given_up' : 'failed' })
        return { id, status: 'failed', output: { message: (error as Error).message } }
      } finally {
        clearTimeout(late)
      }
    }
    const settleAll = async (jobs: StoredJob[]) => {
      if (own.isParallel) return Promise.all(jobs.map(settle))
      const results: JobResult[] = []
      for (const job of jobs) results.push(await settle(job))
      return results
    }
    if (own.ownersAtOnce) await workByOwners(name, own.ownersAtOnce, settleAll)
    else await boss.work<object, object, typeof fetching>(name, fetching, settleAll)
    if (cron) await boss.schedule(name, cron, {}, { retryLimit: 2 })
    if (atStart) await boss.send(name, {})
  }
  /** Starts workers that take one job at a time, each of another owner. */
  const workByOwners = async (
    name: string,
    workers: number,
    handle: (jobs: StoredJob[]) => Promise<JobResult[]>,
  ) => {
    for (let worker = 0; worker < workers; worker++) {
      const id: string = await boss.work<object, object, typeof fetchingByOwners>(
        name,
        fetchingByOwners,
        async (jobs) => {
          // Otherwise it would wait for its next poll, although more jobs may be there.
          boss.notifyWorker(id)
          return handle(jobs)
        },
      )
    }
  }
  return {
    enqueue: async (connection, kind, data, { ownerId, afterSeconds } = {}) => {
      await create(kind)
      await boss.send(kind, kind === 'mail' ? seal(data) : data, {
        db: executorOn(connection),
        ...(afterSeconds && { startAfter: afterSeconds }),
        ...(ownerId && {
          group: { id: ownerId },
          // The first jobs of all owners come before anybody's second.
          priority: -(await countOpenJobsOf(connection, kind, ownerId)),
        }),
      })
    },
    work: async (jobs) => {
      for (const job of jobs) await begin(job as JobOf<JobKind>)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/** Schema of the queue's tables. */
const jobsSchema = 'jobs'

const options: ConstructorOptions = {
  schema: jobsSchema,
  maintenanceIntervalSeconds: 600,
  // How often one of the processes looks for jobs without a heartbeat.
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
}
type StoredJob = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

const finalFailure = (kind: JobKind, id: string, cause: unknown) =>
  new Error(`The job ${id} (${kind}) was given up: ${(cause as Error).message}`, { cause })

/** Seconds after which a job that still runs is reported, once. */
const lateSeconds = 900

const stillRunning = (kind: JobKind, id: string) =>
  new Error(`The job ${id} (${kind}) still runs after ${lateSeconds / 60} minutes`)

type QueueOptions = Omit<Queue, 'name' | 'partition' | 'policy' | 'deadLetter'>

/**
 * Options of every queue. Finished jobs are deleted within a quarter of an hour, by the maintenance. The jobs of a
 * process that died are taken up again when their heartbeat is 30 s old, within a minute of its death; the time that a
 * job itself takes is not limited (decision 80).
 */
const queue: QueueOptions = {
  heartbeatSeconds: 30,
  // The longest that pg-boss allows: at its end the job would begin again beside itself.
  expireInSeconds: 24 * 3600,
  notify: true,
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  deleteAfterSeconds: 60,
}
/**
 * A worker is woken once for all jobs that were queued meanwhile, so it must fetch until none is left; one job at a
 * time would be one in five seconds. Each job of a batch succeeds or is tried again by itself.
 */
const fetching = {
  // A database that is away for 20 s takes no job away from a process that lives.
  heartbeatRefreshSeconds: 5,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true as const,
  includeMetadata: true as const,
}

/** A batch would hold the jobs of other owners back until its slowest one has ended. */
const fetchingByOwners = {
  ...fetching,
  batchSize: 1,
  burstWhenBatchFull: false,
  notifyPollingIntervalSeconds: 1,
  localGroupConcurrency: 1,
}

/**
 * The process's own connections for pg-boss: its statements run on the pool, its notifications come by the listener.
 */
const connectionsFor = (pool: pg.Pool, listener?: Listener): ConstructorOptions['db'] => ({
  executeSql: (text, values) => pool.query(text, values),
  ...(listener && {
    listen: async (channel, onNotification, onOpen) => {
      const stop = await listener.subscribe({ channel, onNotification, onOpen })
      return { close: async () => stop() }
    },
  }),
})

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
 * The data of each kind of background job, stored in the database in the same transaction as the change that needs it.
 * Every area adds its own, beside its jobs.
 */
export interface JobData {
  mail: QueuedMail
  'forget-mails': object
}
export type JobKind = keyof JobData

/** A kind of job, as its area declares it. */
interface JobOf<K extends JobKind> {
  name: K
  /** Does the work. After an error the job is tried again with growing pauses; it keeps its id. */
  handler: (data: JobData[K], id: string) => Promise<void>
  /** Cron expression (UTC) at whose ticks the job is queued. */
  cron?: string
  /** Whether the job is also queued at every start. */
  atStart?: true
  /** Whether the jobs of a batch run together instead of one after the other. */
  isParallel?: true
  /**
   * The number of owners whose jobs a process does at once, for jobs that are enqueued with their owner: one at a time
   * for each owner, and the owners take turns.
   */
  ownersAtOnce?: number
  /** Options in which its queue differs from others. */
  queue?: QueueOptions
}
export type Job = { [K in JobKind]: JobOf<K> }[JobKind]

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it runs if and only if that commits, at least once. `ownerId` is the
   * member whose turn it takes, for a kind with `ownersAtOnce`; with `afterSeconds` it waits that long first.
   */
  enqueue<K extends JobKind>(
    connection: Connection,
    kind: K,
    data: JobData[K],
    of?: { ownerId?: string; afterSeconds?: number },
  ): Promise<void>
  /** Starts the workers of these kinds of jobs. */
  work(jobs: Job[]): Promise<void>
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
