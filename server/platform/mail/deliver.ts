import type { Database } from '../database/connection.ts'
import type { Job, QueuedMail } from '../jobs/jobs.ts'
import { countedMails } from '../metrics.ts'
import { BouncedError, UnansweredError } from './bounces.ts'
import type { SendMail } from './mailer.ts'
import {
  deleteOldOutcomes,
  insertBounce,
  isBlocked,
  recordSent,
  recordSentAbout,
  recordUnanswered,
  outcomeOf,
  unblock,
} from './queries.ts'

/** A member's address and preferences for emails. */
export interface Recipient {
  email: string
  preferences: Record<string, boolean>
}

interface DeliveryDependencies {
  db: Database
  sendMail: SendMail
  /** Finds a member by id; undefined for one who is deleted or deactivated. */
  recipientOf: (memberId: string) => Promise<Recipient | undefined>
}

/** Jobs that send every queued email and delete old outcomes. */
export const mailJobs = (dependencies: DeliveryDependencies): Job[] => [
  {
    name: 'mail',
    handler: async (mail, jobId) => countedMails.inc({ outcome: await deliver(dependencies, mail, jobId) }),
    // No sign-in code waits for another.
    isParallel: true,
    // A mail server may be down for a day: pauses grow from 10 seconds to half an hour, and 54 of them are a day on
    // average.
    queue: { retryLimit: 54, retryDelay: 10, retryDelayMax: 1800 },
  },
  { name: 'forget-mails', cron: '23 * * * *', handler: () => deleteOldOutcomes(dependencies.db) },
]

/** Milliseconds for one attempt. */
const timeout = 60_000
/** Attempts without an answer after which an email is not sent again: most servers have accepted it. */
const maxUnanswered = 2

type Outcome = 'sent' | 'sent before' | 'unwanted' | 'late' | 'blocked' | 'bounced' | 'unanswered'

/**
 * Sends one email, unless that was done already or it is not to be sent any more. An email is sent twice, with the same
 * Message-ID, by which many mailboxes recognise a copy, when the process is killed after the server has accepted it and
 * before the outcome is recorded. The same happens once when a server accepts an email and hangs up without an answer.
 * Otherwise receipts could be lost.
 */
async function deliver(
  { db, sendMail, recipientOf }: DeliveryDependencies,
  mail: QueuedMail,
  jobId: string,
): Promise<Outcome> {
  const before = await outcomeOf(db, jobId)
  if (before?.sentAt) return 'sent before'
  if (before && before.unanswered >= maxUnanswered) return 'unanswered'
  if (mail.usefulUntil && Date.parse(mail.usefulUntil) < Date.now()) return 'late'
  const member = mail.memberId ? await recipientOf(mail.memberId) : undefined
  if (mail.memberId && !member) return 'unwanted'
  if (mail.preference && member?.preferences[mail.preference] === false) return 'unwanted'
  const to = member?.email ?? mail.to!
  if (!mail.isSignIn && (await isBlocked(db, to))) return 'blocked'
  const { subject, html, text, unsubscribeUrl } = mail
  try {
    await sendMail({ to, subject, html, text, unsubscribeUrl, id: jobId, timeout })
  } catch (error) {
    if (error instanceof BouncedError) {
      await insertBounce(db, to, error.reply)
      return 'bounced'
    }
    if (error instanceof UnansweredError) await recordUnanswered(db, jobId)
    throw error
  }
  await recordSent(db, jobId)
  if (mail.about) await recordSentAbout(db, { jobId, about: mail.about, kind: mail.kind })
  await unblock(db, to)
  return 'sent'
}
