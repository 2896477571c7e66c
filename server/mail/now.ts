import { setTimeout as pause } from 'node:timers/promises'

import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Database } from '../database/connection.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countedMails } from '../metrics/registry.ts'
import { Limiter } from '../overload/limiter.ts'
import { leaveSlot } from '../overload/request-scope.ts'
import { type Email, type EmailContent, writeEmail } from './email.ts'
import { mailAddress } from './enqueue.ts'
import type { NecessaryKind } from './kind.ts'
import type { SendMail, SmtpLimits } from './mailer.ts'
import { unblock } from './queries.ts'
import { BouncedError, UnansweredError } from './refusal.ts'

/**
 * Hands an email over while its reader waits for the answer: a code of which nobody knows whether it went out is worth
 * nothing. Call it outside any transaction. Throws unavailable when mail cannot be sent just now, within 2 seconds when the mail
 * server keeps silent, and invalid_input for an address that does not exist; `cause` is the mail server's answer. With a mail
 * server that is still answering after 2 seconds it resolves with false, and goes on by itself; true: the mail was taken.
 */
export type SendNow = (
  kind: NecessaryKind,
  to: string,
  content: EmailContent,
  client?: string,
) => Promise<boolean>

/**
 * How its mailer speaks to the mail server: as many connections as are handed over at once. A server that says nothing
 * for so long is taken for one that hangs; one that is far away answers each of its ten questions in time.
 */
export const nowLimits: SmtpLimits = { maxConnections: 8, silence: 1500 }
/** A browser gives up after 10 seconds. */
const waits = { maxQueued: 200, maxWait: 1500 }
const timeouts = { caller: 2000, attempt: 5000 }
/** A code that comes later than this is over. */
const usefulMinutes = 10

interface NowParts {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/** Sends emails with a mailer while somebody waits, a bounded number at once, and fair to every client. */
export function nowWith({ db, jobs }: NowParts, sendMail: SendMail): SendNow {
  const slots = new Limiter({ slots: nowLimits.maxConnections, ...waits })
  let silentAt = -Infinity
  const send = async (to: string, email: Email) => {
    try {
      await sendMail({ to, id: uuid(), timeout: timeouts.attempt, ...email })
    } catch (error) {
      countedMails.inc({ outcome: error instanceof BouncedError ? 'bounced' : 'failed' })
      if (!(error instanceof BouncedError) && !isAnswered(error)) silentAt = performance.now()
      throw error
    }
    countedMails.inc({ outcome: 'sent' })
    await unblock(db, to)
  }
  return async (kind, to, content, client = '') => {
    // A mail server that hangs must not keep the slots of calls, or nobody else would be answered.
    leaveSlot()
    const askedAt = performance.now()
    const release = await slots.take({ client })
    if (!release) throw cannotSend()
    // Whoever waited behind a silent server is not kept waiting by it once more.
    if (silentAt > askedAt) {
      release()
      throw cannotSend()
    }
    const attempt = send(to, writeEmail(content, { why: kind.why })).finally(release)
    const inTime = await Promise.race([attempt.then(() => true), pause(timeouts.caller, false)]).catch(
      (error) => {
        // Told at once to who can mend it; nothing is remembered of an address that anybody may have typed.
        throw error instanceof BouncedError ? bounced(error) : cannotSend(error)
      },
    )
    if (inTime) return true
    // Nobody hears of a failure any more: what may not have gone out is tried again for as long as it is of use.
    attempt
      .catch((error) => {
        if (error instanceof BouncedError || error instanceof UnansweredError) return undefined
        return mailAddress({ jobs }, db, kind, to, content, { usefulMinutes })
      })
      .catch(() => countedMails.inc({ outcome: 'failed' }))
    return false
  }
}

/** Whether the mail server itself refused the email. */
const isAnswered = (error: unknown) => (error as { responseCode?: number }).responseCode !== undefined

const cannotSend = (cause?: unknown) =>
  Object.assign(
    new ProblemError('unavailable', 'We cannot send mail right now. Please try again in a few minutes.'),
    { cause },
  )

function bounced(cause: BouncedError) {
  const message = 'Mail to this address comes back. Check it for typing mistakes.'
  const details = { errors: [message], fields: { email: message } }
  return Object.assign(new ProblemError('invalid_input', message, details), { cause })
}
