import type { Config } from './config.ts'
import type { Database } from './platform/database/connection.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { SendNow } from './platform/mail/send.ts'
import type { Gateways } from './platform/payments/open.ts'
import type { Storage } from './platform/storage/storage.ts'

/** What the app is assembled from: the configuration and one adapter for each outside thing. */
export interface Parts extends Gateways {
  config: Config
  /** Signs tokens and links, 32 bytes or more. */
  secret: string
  db: Database
  jobs: Jobs
  /** For the mails that somebody waits for; all others are jobs. */
  sendNow: SendNow
  storage: Storage
}
