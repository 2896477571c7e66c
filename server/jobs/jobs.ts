import type { Connection } from '../database/connection.ts'

/** An email as it lies in the queue. */
export interface QueuedMail {
  kind: string
  to: string
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
