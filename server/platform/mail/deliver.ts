import type { Database } from '../database/connection.ts'
import type { Job, QueuedMail } from '../jobs/jobs.ts'
import { countedMails } from '../metrics.ts'
import { BouncedError, UnansweredError } from './bounces.ts'
import type { SendMail } from './mailer.ts'
import {
  deleteOldOutcomes,
  insertBounce,
  isBlocked,
  noteSent,
  noteSentAbout,
  noteUnanswered,
  outcomeOf,
  unblock,
} from './queries.ts'

/** A member as their mail finds them. */
export interface Recipient {
  email: string
  preferences: Record<string, boolean>
}

interface DeliveryParts {
  db: Database
  sendMail: SendMail
  /** The member with an id; undefined for one who is gone or deactivated. */
  recipientOf: (memberId: string) => Promise<Recipient | undefined>
}

/** Sends every email in the queue, and forgets what became of those that are over. */
export const mailJobs = (parts: DeliveryParts): Job[] => [
  {
    name: 'mail',
    handler: async (mail, jobId) => countedMails.inc({ outcome: await deliver(parts, mail, jobId) }),
    // Nobody's sign-in code waits behind another's.
    isParallel: true,
    // A mail server may be down for a day: pauses grow from 10 seconds to half an hour, 54 of them are a day on average. A
    // process that was killed is missed after a minute, not after the quarter of an hour that other jobs may take.
    queue: { retryLimit: 54, retryDelay: 10, retryDelayMax: 1800, heartbeatSeconds: 60 },
  },
  { name: 'forget-mails', cron: '23 * * * *', handler: () => deleteOldOutcomes(parts.db) },
]

/** Ends well before the queue takes the job for lost, so that no email is sent by two at once. */
const timeout = 60_000
/** An email that was handed over this often without an answer is not handed over again: most servers had taken it. */
const maxUnanswered = 2

type Outcome = 'sent' | 'sent before' | 'unwanted' | 'late' | 'blocked' | 'bounced' | 'unanswered'

/**
 * Hands one email over, unless that was done already or it is not to be sent any more. What remains possible: a process
 * that is killed after the server has taken the email and before `noteSent` has committed, a matter of milliseconds,
 * sends it a second time, with the same Message-ID, by which many mailboxes know a copy; so does a server that takes an
 * email and hangs up without an answer, once. The alternative would be receipts that never come.
 */
async function deliver(
  { db, sendMail, recipientOf }: DeliveryParts,
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
    if (error instanceof UnansweredError) await noteUnanswered(db, jobId)
    throw error
  }
  await noteSent(db, jobId)
  if (mail.about) await noteSentAbout(db, { jobId, about: mail.about, kind: mail.kind })
  await unblock(db, to)
  return 'sent'
}
