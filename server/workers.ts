import { workAccounts } from './accounts/jobs.ts'
import { mailRecipient } from './accounts/service.ts'
import { workCatalogue } from './catalogue/jobs.ts'
import { workBrowserErrors } from './dashboard/jobs.ts'
import { workFollows, workPersonalData } from './members/jobs.ts'
import { workLedger } from './money/jobs.ts'
import { workDisputes, workDownloads, workOrders, workRecalls, workRunAnswers } from './orders/jobs.ts'
import type { Parts } from './parts.ts'
import { workMail } from './platform/mail/deliver.ts'
import { mailerFor } from './platform/mail/mailer.ts'
import { workFindings, workReleases, workSamples } from './projects/jobs.ts'
import { workSimilarity } from './projects/similarity/index-release.ts'

/** Starts the job handlers of every noun, for jobs that are due at the start, repeating jobs and jobs queued later. */
export async function startWorkers(parts: Parts): Promise<void> {
  const { config, secret, db, jobs } = parts
  const sendMail = mailerFor({ ...config, secret })
  await workMail({ db, jobs, sendMail, recipientOf: (id) => mailRecipient(db, id) })
  await workAccounts(parts)
  await workCatalogue(parts)
  await workReleases(parts)
  await workFindings(parts)
  await workSimilarity(parts)
  await workSamples(parts)
  await workOrders(parts)
  await workDisputes(parts)
  await workLedger(parts)
  await workPersonalData(parts)
  await workFollows(parts)
  await workDownloads(parts)
  await workRecalls(parts)
  await workRunAnswers(parts)
  await workBrowserErrors(parts)
}
