import { randomUUID } from 'node:crypto'

import { mailRecipient } from '#server/accounts/service.ts'
import type { QueuedMail } from '#server/platform/jobs/jobs.ts'
import { mailJobs } from '#server/platform/mail/deliver.ts'
import type { SendMail } from '#server/platform/mail/mailer.ts'

import type { TestApp } from './app.ts'

/**
 * Creates a function that runs the job of one email as the queue would, with a given mailer; `id` is the id of the job.
 */
export function mailWorker({ db }: Pick<TestApp, 'db'>, sendMail: SendMail) {
  const jobs = mailJobs({ db, sendMail, recipientOf: (id) => mailRecipient(db, id) })
  const { handler } = jobs.find((job) => job.name === 'mail')!
  return (mail: QueuedMail, id: string = randomUUID()) => handler(mail, id)
}

/** Runs the jobs of all emails that an app has enqueued so far, and returns the sent ones. */
export async function sendMails(app: TestApp): Promise<Parameters<SendMail>[0][]> {
  const sent: Parameters<SendMail>[0][] = []
  const run = mailWorker(app, async (mail) => void sent.push(mail))
  for (const mail of app.mails) await run(mail)
  return sent
}
