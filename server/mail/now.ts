import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Database } from '../database/connection.ts'
import { countedMails } from '../metrics/registry.ts'
import { Limiter } from '../overload/limiter.ts'
import { leaveSlot } from '../overload/request-scope.ts'
import { type EmailContent, writeEmail } from './email.ts'
import type { NecessaryKind } from './kind.ts'
import type { SendMail, SmtpLimits } from './mailer.ts'
import { unblock } from './queries.ts'
import { BouncedError } from './refusal.ts'

/**
 * Hands an email over while its reader waits for the answer: a code of which nobody knows whether it went out is worth
 * nothing. Call it outside any transaction. Throws unavailable when mail cannot be sent just now, within 2 seconds when the mail
 * server keeps silent, and invalid_input for an address that does not exist.
 */
export type SendNow = (
  kind: NecessaryKind,
  to: string,
  content: EmailContent,
  client?: string,
) => Promise<void>

/**
 * How its mailer speaks to the mail server: as many connections as are handed over at once. A server that says nothing
 * for so long is taken for one that hangs; one that is far away answers each of its ten questions in time.
 */
export const nowLimits: SmtpLimits = { maxConnections: 8, silence: 1500 }
/** A browser gives up after 10 seconds. */
const waits = { maxQueued: 200, maxWait: 1500 }
const timeout = 5000

/** Sends emails with a mailer while somebody waits, a bounded number at once, and fair to every client. */
export function nowWith(db: Database, sendMail: SendMail): SendNow {
  const slots = new Limiter({ slots: nowLimits.maxConnections, ...waits })
  let silentAt = -Infinity
  return async ({ why }, to, content, client = '') => {
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
    try {
      await sendMail({ to, id: uuid(), timeout, ...writeEmail(content, { why }) })
    } catch (error) {
      countedMails.inc({ outcome: error instanceof BouncedError ? 'bounced' : 'failed' })
      // Told at once to who can mend it; nothing is remembered of an address that anybody may have typed.
      if (error instanceof BouncedError) throw bounced(error)
      if (!isAnswered(error)) silentAt = performance.now()
      throw cannotSend(error)
    } finally {
      release()
    }
    countedMails.inc({ outcome: 'sent' })
    await unblock(db, to)
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
