import { setTimeout as pause } from 'node:timers/promises'

import { v7 as uuid } from 'uuid'

import { fieldProblem, ProblemError } from '#contract/problem.ts'

import { sameText, sign } from '../crypto.ts'
import type { Connection, Database } from '../database/connection.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countedMails } from '../metrics.ts'
import { Limiter } from '../overload/limiter.ts'
import { leaveSlot } from '../overload/request-scope.ts'
import { BouncedError, UnansweredError } from './bounces.ts'
import { type Email, type EmailContent, writeEmail } from './email.ts'
import type { SendMail, SmtpLimits } from './mailer.ts'
import { sentAbout, unblock } from './queries.ts'

export interface MailParts {
  jobs: Pick<Jobs, 'enqueue'>
  secret: string
  config: { publicUrl: string }
}

/** The emails about something ('payment <id>') that a mail server took, oldest first. */
export const mailsAbout = async (connection: Connection, about: string) =>
  (await sentAbout(connection, about)).map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() }))

/**
 * Asks for an email to a member inside the caller's transaction; with `about` it is recorded that it was sent. Where it goes
 * is looked up when it is sent, and whether it is wanted: a deactivated member gets none.
 */
export function mailMember(
  { jobs, secret, config: { publicUrl } }: MailParts,
  trx: Connection,
  kind: MailKind,
  memberId: string,
  content: EmailContent,
  { about }: { about?: string } = {},
): Promise<void> {
  const preference = 'preference' in kind ? kind.preference : undefined
  const link =
    preference && !('isMoney' in kind)
      ? unsubscribeUrl({ publicUrl, secret }, memberId, preference)
      : undefined
  return jobs.enqueue(trx, 'mail', {
    kind: kind.name,
    memberId,
    ...(about && { about }),
    ...('isSignIn' in kind && { isSignIn: kind.isSignIn }),
    ...(preference && { preference }),
    ...(link && { unsubscribeUrl: link }),
    ...writeEmail(content, { why: kind.why, unsubscribeUrl: link }),
  })
}

/** Asks for an email to somebody who has no switches, such as staff, inside the caller's transaction. */
export const mailAddress = (
  { jobs }: Pick<MailParts, 'jobs'>,
  trx: Connection,
  { name, why, isSignIn }: NecessaryKind,
  to: string,
  content: EmailContent,
  { usefulMinutes }: { usefulMinutes?: number } = {},
): Promise<void> =>
  jobs.enqueue(trx, 'mail', {
    kind: name,
    to,
    ...(isSignIn && { isSignIn }),
    ...(usefulMinutes && { usefulUntil: new Date(Date.now() + usefulMinutes * 60_000).toISOString() }),
    ...writeEmail(content, { why }),
  })

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
  const problem = fieldProblem('email', 'Mail to this address comes back. Check it for typing mistakes.')
  return Object.assign(problem, { cause })
}

/** An email that is sent whatever its reader has switched off: about what they paid, a sign-in or their account. */
export interface NecessaryKind {
  name: string
  /** Ends the sentence 'You get this because …'. */
  why: string
  /** Tried even for an address whose mail came back: it is the only way in, and its reader waits for it. */
  isSignIn?: true
}

/** An email that a member may switch off. */
export interface OptionalKind {
  name: string
  why: string
  /** The name of the member's switch. On unless it is set to false. */
  preference: string
  /** It tells of money, so only the settings switch it off: one click in a mail program must not. */
  isMoney?: true
}

/** What an email is about. Each is declared once, beside the noun that writes it. */
export type MailKind = NecessaryKind | OptionalKind

/** The path below which the links lie. */
export const unsubscribePath = '/mails/switch-off'

/** A link that switches one preference of a member off, for as long as the secret stays the same. */
const unsubscribeUrl = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  memberId: string,
  preference: string,
): string =>
  `${publicUrl}${unsubscribePath}/${memberId}/${preference}/${signature(secret, memberId, preference)}`

/** Whether a link's signature is ours. */
export const isUnsubscribeSignature = (
  secret: string,
  memberId: string,
  preference: string,
  given: string,
): boolean => sameText(signature(secret, memberId, preference), given)

const signature = (secret: string, memberId: string, preference: string) =>
  sign(secret, 'unsubscribe', `${memberId} ${preference}`)
