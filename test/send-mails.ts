import { randomUUID } from 'node:crypto'

import { mailRecipient } from '#server/accounts/service.ts'
import type { Jobs, QueuedMail } from '#server/platform/jobs/jobs.ts'
import { workMail } from '#server/platform/mail/deliver.ts'
import type { SendMail } from '#server/platform/mail/mailer.ts'

import type { TestApp } from './app.ts'

/** Does one email's job as the queue would, with a mailer; `id` is the job's. */
export async function mailWorker({ db, jobs }: Pick<TestApp, 'db' | 'jobs'>, sendMail: SendMail) {
  let work: (mail: QueuedMail, id: string) => Promise<void> = () => Promise.reject(new Error('nobody works'))
  const queue: Jobs = {
    ...jobs,
    work: async (kind, worker) => {
      if (kind === 'mail') work = worker as typeof work
    },
  }
  await workMail({ db, jobs: queue, sendMail, recipientOf: (id) => mailRecipient(db, id) })
  return (mail: QueuedMail, id: string = randomUUID()) => work(mail, id)
}

/** Does the jobs of all emails that an app has asked for so far, and answers those that went out. */
export async function sendMails(app: TestApp): Promise<Parameters<SendMail>[0][]> {
  const sent: Parameters<SendMail>[0][] = []
  const run = await mailWorker(app, async (mail) => void sent.push(mail))
  for (const mail of app.mails) await run(mail)
  return sent
}
