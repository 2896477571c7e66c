import { accountJobs, noticeJobs } from './accounts/jobs.ts'
import { mailRecipient } from './accounts/service.ts'
import { catalogueJobs } from './catalogue/jobs.ts'
import { contentJobs } from './content/jobs.ts'
import { dashboardJobs } from './dashboard/jobs.ts'
import type { Dependencies } from './dependencies.ts'
import { followJobs, personalDataJobs } from './members/jobs.ts'
import { moneyJobs } from './money/jobs.ts'
import { disputeJobs, downloadJobs, orderJobs, recallJobs, runAnswerJobs } from './orders/jobs.ts'
import { mailJobs } from './platform/mail/deliver.ts'
import { createMailer } from './platform/mail/mailer.ts'
import {
  blockJobs,
  findingJobs,
  releaseJobs,
  sampleJobs,
  similarityJobs,
  verdictJobs,
} from './projects/jobs.ts'
import { staffJobs } from './staff/jobs.ts'

/** Starts the job handlers of every area. */
export function startWorkers(parts: Dependencies): Promise<void> {
  const { config, secret, db, jobs } = parts
  const sendMail = createMailer({ ...config, secret })
  return jobs.work([
    ...mailJobs({ db, sendMail, recipientOf: (id) => mailRecipient(db, id) }),
    ...accountJobs(parts),
    ...noticeJobs(parts),
    ...staffJobs(parts),
    ...catalogueJobs(parts),
    ...releaseJobs(parts),
    ...findingJobs(parts),
    ...similarityJobs(parts),
    ...sampleJobs(parts),
    ...verdictJobs(parts),
    ...blockJobs(parts),
    ...orderJobs(parts),
    ...disputeJobs(parts),
    ...moneyJobs(parts),
    ...contentJobs(parts),
    ...personalDataJobs(parts),
    ...followJobs(parts),
    ...downloadJobs(parts),
    ...recallJobs(parts),
    ...runAnswerJobs(parts),
    ...dashboardJobs(parts),
  ])
}
