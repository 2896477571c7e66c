import { setTimeout as pause } from 'node:timers/promises'

import { v7 as uuid } from 'uuid'

import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'

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

export interface MailDependencies {
  jobs: Pick<Jobs, 'enqueue'>
  secret: string
  config: { publicUrl: string }
}

/** The emails about something ('payment <id>') that a mail server accepted, oldest first. */
export const mailsAbout = async (connection: Connection, about: string) =>
  (await sentAbout(connection, about)).map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() }))

/**
 * Queues an email to a member in the caller's transaction; with `about`, the sending is recorded. The address and
 * preferences are read when it is sent; a deactivated member gets none.
 */
export function mailMember(
  { jobs, secret, config: { publicUrl } }: MailDependencies,
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

/** Queues an email to somebody without preferences, such as staff, in the caller's transaction. */
export const mailAddress = (
  { jobs }: Pick<MailDependencies, 'jobs'>,
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
 * Sends an email while its reader waits for the answer, such as a code, which is useless if nobody knows whether it was
 * sent. Call it outside any transaction. Resolves with true when the mail server has accepted the email, and with false
 * when the server has not answered after 2 seconds; sending then continues. Throws unavailable when mail cannot be sent
 * just now, within 2 seconds when the mail server is silent, and invalid_input for an address that does not exist;
 * `cause` is the mail server's answer. A kind that is never queued is waited for until its only attempt has ended, 5
 * seconds; false means then that the mail server took the email and did not answer.
 */
export type SendNow = (
  kind: NecessaryKind,
  to: string,
  content: EmailContent,
  client?: string,
) => Promise<boolean>

/**
 * Limits for the mailer of `SendNow`: as many connections as emails at once. A server that is silent for longer counts
 * as hanging; a distant one still answers each of its ten commands in time.
 */
export const sendNowLimits: SmtpLimits = { maxConnections: 8, silence: 1500 }
/** Shorter than the 10 seconds after which a browser gives up. */
const waits = { maxQueued: 200, maxWait: 1500 }
const timeouts = { caller: 2000, attempt: 5000 }
/** Minutes after which a code is useless. */
const usefulMinutes = 10

interface SendNowDependencies {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Creates the function that sends emails while somebody waits, a limited number at once and fairly among the clients.
 */
export function createSendNow({ db, jobs }: SendNowDependencies, sendMail: SendMail): SendNow {
  const slots = new Limiter({ slots: sendNowLimits.maxConnections, ...waits })
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
    // A mail server that hangs must not occupy the slots of calls, or no other call would be answered.
    leaveSlot()
    const askedAt = performance.now()
    const release = await slots.take({ client })
    if (!release) throw cannotSend()
    // A caller who has waited behind a silent server shall not wait for it again.
    if (silentAt > askedAt) {
      release()
      throw cannotSend()
    }
    const attempt = send(to, writeEmail(content, { why: kind.why })).finally(release)
    const sent = attempt.then(() => true)
    const answered = kind.isNeverQueued
      ? sent.catch((error) => (error instanceof UnansweredError ? false : Promise.reject(error)))
      : Promise.race([sent, pause(timeouts.caller, false)])
    const inTime = await answered.catch((error) => {
      // The caller, who can correct it, gets the error at once. No bounce is recorded for an address that anybody may
      // have typed.
      throw error instanceof BouncedError ? bounced(error) : cannotSend(error)
    })
    if (inTime || kind.isNeverQueued) return inTime
    // Nobody sees a failure from here on, so an email that may not have been sent is queued for as long as it is
    // useful.
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

/** A kind of email that cannot be switched off: about a payment, a sign-in or the account. */
export interface NecessaryKind {
  name: string
  /** Ends the sentence 'You get this because …'. */
  why: string
  /** Sent even to an address whose mail came back: it is the only way to sign in, and its reader waits for it. */
  isSignIn?: true
  /** Sent by `SendNow` alone, which never queues it: a queue would store the address of somebody who has no account. */
  isNeverQueued?: true
}

/** A kind of email that a member may switch off. */
export interface OptionalKind {
  name: string
  why: string
  /** The name of the member's preference. On unless it is set to false. */
  preference: string
  /** An email about money is switched off only in the settings, not with one click in a mail program. */
  isMoney?: true
}

/** The kind of an email. Each is declared once, in the folder of the noun that writes it. */
export type MailKind = NecessaryKind | OptionalKind

/** Path prefix of the unsubscribe links. */
export const unsubscribePath = '/mails/switch-off'

/** Makes a link that switches one preference of a member off. It works as long as the secret stays the same. */
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
