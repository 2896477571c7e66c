import { mailRecipient } from './accounts/service.ts'
import { workAccounts } from './accounts/worker.ts'
import { workBrowserErrors } from './browser-errors/worker.ts'
import { workCatalogue } from './catalogue/worker.ts'
import { workDisputes } from './disputes/worker.ts'
import { workFindings } from './findings/worker.ts'
import { workLedger } from './ledger/worker.ts'
import { workListings } from './listings/worker.ts'
import { mailerFor } from './mail/mailer.ts'
import { workMail } from './mail/worker.ts'
import { workOrders } from './orders/worker.ts'
import type { Parts } from './parts.ts'
import { workPersonalData } from './personal-data/worker.ts'
import { workRecalls } from './recalls/worker.ts'
import { workReleases } from './releases/worker.ts'
import { workRunAnswers } from './run-answers/worker.ts'
import { workSamples } from './samples/worker.ts'
import { workSimilarity } from './similarity/worker.ts'

/** Lets every noun begin its jobs: those that are due when the server starts, those that repeat, and those asked for meanwhile. */
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
  await workListings(parts)
  await workRecalls(parts)
  await workRunAnswers(parts)
  await workBrowserErrors(parts)
}
