import type { FastifyInstance } from 'fastify'

import type { Config } from './config.ts'
import type { Database } from './platform/database/connection.ts'
import type { Serve } from './platform/http/serve.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { LogSigner } from './platform/log-key.ts'
import type { SendNow } from './platform/mail/send.ts'
import type { Gateways } from './platform/payments/open.ts'
import type { Storage } from './platform/storage/storage.ts'

/** The dependencies of the app: the configuration and one adapter for each external system. */
export interface Dependencies extends Gateways {
  config: Config
  /** The secret that signs tokens and links, 32 bytes or more. */
  secret: string
  /** The keys that sign the public log, the present one last; none when nothing is signed. */
  logKeys: readonly LogSigner[]
  db: Database
  jobs: Jobs
  /** Sends the mails that somebody waits for; all others are jobs. */
  sendNow: SendNow
  storage: Storage
  /** What a hash of a password of staff costs: KiB of memory, passes over it, and lanes. */
  passwordCost: { memoryCost: number; timeCost: number; parallelism: number }
}

/** Puts all that an area answers into the server: its declared calls by `serve`, other addresses on `app`. */
export type Area = (on: { serve: Serve; app: FastifyInstance }, dependencies: Dependencies) => void
