import type { Jobs } from '../jobs/jobs.ts'
import type { SendMail } from './mailer.ts'

/** Hands every mail job to a mailer. A mail the server refuses for now is tried again by the queue. */
export const workMail = (jobs: Jobs, sendMail: SendMail): Promise<void> => jobs.work('mail', sendMail)
