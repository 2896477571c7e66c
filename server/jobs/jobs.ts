import type { Connection } from '../database/connection.ts'

/** Work that may happen after the answer, stored in the database with the change that asked for it. */
export interface JobKinds {
  mail: { to: string; subject: string; html: string; text: string }
  'build-archive': { releaseId: string }
  'render-readme': { releaseId: string }
  'render-stale-readmes': Record<string, never>
  'reconcile-payments': Record<string, never>
  'sweep-uploads': Record<string, never>
  'forget-sign-ins': Record<string, never>
  'sum-catalogue': Record<string, never>
  'check-ledger': Record<string, never>
}
export type JobKind = keyof JobKinds
/** Work without data, done at set times. */
export type RepeatedKind =
  | 'reconcile-payments'
  | 'sweep-uploads'
  | 'forget-sign-ins'
  | 'sum-catalogue'
  | 'check-ledger'

export interface Jobs {
  /** Asks for work inside the caller's transaction: it happens if and only if that commits, at least once. */
  enqueue<K extends JobKind>(connection: Connection, kind: K, data: JobKinds[K]): Promise<void>
  /** Says who does a kind of work. A thrown error is tried again later, with growing pauses. */
  work<K extends JobKind>(kind: K, worker: (data: JobKinds[K]) => Promise<void>): Promise<void>
  /** Asks for a kind of work at every tick of a cron expression (UTC). */
  repeat(kind: RepeatedKind, cron: string): Promise<void>
  stop(): Promise<void>
}
