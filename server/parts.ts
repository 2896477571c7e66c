import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { SendNow } from './mail/now.ts'
import type { Gateways } from './payments/open.ts'
import type { Storage } from './storage/storage.ts'

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
