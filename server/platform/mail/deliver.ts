import type { Database } from '../database/connection.ts'
import type { Jobs, QueuedMail } from '../jobs/jobs.ts'
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

/** A member's address and preferences for emails. */
export interface Recipient {
  email: string
  preferences: Record<string, boolean>
}

interface WorkParts {
  db: Database
  jobs: Jobs
  sendMail: SendMail
  /** Finds a member by id; undefined for one who is deleted or deactivated. */
  recipientOf: (memberId: string) => Promise<Recipient | undefined>
}

/**
 * Registers the jobs that send every queued email and delete old outcomes. An email that the server refuses temporarily
 * is tried again, with growing pauses, for a day.
 */
export async function workMail(parts: WorkParts): Promise<void> {
  await parts.jobs.work('mail', async (mail, jobId) => {
    const outcome = await deliver(parts, mail, jobId)
    countedMails.inc({ outcome })
  })
  await parts.jobs.work('forget-mails', () => deleteOldOutcomes(parts.db))
  await parts.jobs.repeat('forget-mails', '23 * * * *')
}

/**
 * Milliseconds for one attempt: well below the time after which the queue runs a job again, so that no email is sent by
 * two workers at once.
 */
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
  { db, sendMail, recipientOf }: WorkParts,
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
