import { accountJobs, noticeJobs } from './accounts/jobs.ts'
import { mailRecipient } from './accounts/service.ts'
import { catalogueJobs } from './catalogue/jobs.ts'
import { contentJobs } from './content/jobs.ts'
import { dashboardJobs } from './dashboard/jobs.ts'
import type { Dependencies } from './dependencies.ts'
import { followJobs, personalDataJobs } from './members/jobs.ts'
import { moneyJobs } from './money/jobs.ts'
import {
  disputeJobs,
  downloadJobs,
  helpJobs,
  orderJobs,
  recallJobs,
  runAnswerJobs,
  seatJobs,
} from './orders/jobs.ts'
import { mailJobs } from './platform/mail/deliver.ts'
import { createMailer } from './platform/mail/mailer.ts'
import {
  blockJobs,
  findingJobs,
  releaseJobs,
  sampleJobs,
  similarityJobs,
  decisionJobs,
  runJobs,
  logJobs,
} from './projects/jobs.ts'
import { staffJobs } from './staff/jobs.ts'

/** Starts the job handlers of every area. */
export function startWorkers(dependencies: Dependencies): Promise<void> {
  const { config, secret, db, jobs } = dependencies
  const sendMail = createMailer({ ...config, secret })
  return jobs.work([
    ...mailJobs({ db, sendMail, recipientOf: (id) => mailRecipient(db, id) }),
    ...accountJobs(dependencies),
    ...noticeJobs(dependencies),
    ...staffJobs(dependencies),
    ...catalogueJobs(dependencies),
    ...releaseJobs(dependencies),
    ...findingJobs(dependencies),
    ...similarityJobs(dependencies),
    ...sampleJobs(dependencies),
    ...decisionJobs(dependencies),
    ...logJobs(dependencies),
    ...blockJobs(dependencies),
    ...runJobs(dependencies),
    ...orderJobs(dependencies),
    ...disputeJobs(dependencies),
    ...moneyJobs(dependencies),
    ...contentJobs(dependencies),
    ...personalDataJobs(dependencies),
    ...followJobs(dependencies),
    ...downloadJobs(dependencies),
    ...recallJobs(dependencies),
    ...runAnswerJobs(dependencies),
    ...helpJobs(dependencies),
    ...seatJobs(dependencies),
    ...dashboardJobs(dependencies),
  ])
}
