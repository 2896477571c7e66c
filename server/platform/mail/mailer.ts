import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'

import { v7 as uuid } from 'uuid'

import type { Config } from '../../config.ts'
import { makePrivateFolder } from '../data-folder.ts'
import { BouncedError, bounceProof, isHardBounce, proofHeader, UnansweredError } from './bounces.ts'
import type { Email } from './email.ts'

interface OutgoingMail extends Email {
  to: string
  /** A UUID, the same for every attempt at one email, so that a mailbox can recognise a copy. */
  id: string
  unsubscribeUrl?: string | undefined
  /** Milliseconds after which the attempt is aborted. */
  timeout: number
}

/**
 * Sends one email; resolves when the server has accepted it. Throws BouncedError when its recipient does not exist,
 * UnansweredError when it may or may not have been accepted, and other errors when it was not.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>

/**
 * Limits of the connection to a mail server: the number of connections, and the milliseconds for which the server may
 * be silent.
 */
export interface SmtpLimits {
  maxConnections: number
  silence: number
}

/** The sender of emails, and the secret that signs the header by which returned ones are recognised. */
type Sender = Pick<Config, 'mailFrom'> & { secret: string }

/** Creates a mailer: over SMTP when configured, otherwise to the terminal and DATA_DIR/mail/*.eml. */
export const mailerFor = (
  { smtpUrl, dataDir, ...sender }: Sender & Pick<Config, 'smtpUrl' | 'dataDir'>,
  limits: SmtpLimits = { maxConnections: 5, silence: 20_000 },
): SendMail => (smtpUrl ? overSmtp(smtpUrl, sender, limits) : toFolder(join(dataDir, 'mail'), sender))

function overSmtp(url: string, sender: Sender, limits: SmtpLimits): SendMail {
  const sentIds = new Set<string>()
  let opening: ReturnType<typeof openPool> | undefined
  return async (mail) => {
    const toSend = message(sender, mail)
    const transport = await (opening ??= openPool(url, limits, sentIds))
    try {
      await transport.sendMail({ ...toSend, signal: AbortSignal.timeout(mail.timeout) })
    } catch (error) {
      const failure = error as Error & { response?: string; responseCode?: number; command?: string }
      if (isHardBounce(failure)) throw new BouncedError(failure.response ?? '')
      if (!failure.responseCode && sentIds.has(toSend.messageId)) throw new UnansweredError(error)
      throw error
    } finally {
      sentIds.delete(toSend.messageId)
    }
  }
}

/** Opens a pool of connections to a mail server. The id of an email is in `sentIds` once all of it has been sent. */
async function openPool(url: string, { maxConnections, silence }: SmtpLimits, sentIds: Set<string>) {
  const { createTransport } = await mailLibrary()
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(10_000, silence),
    greetingTimeout: Math.min(10_000, silence),
    socketTimeout: silence,
    pool: true,
    maxConnections,
    // At most one retry inside nodemailer when a server hangs up; the caller tries again itself.
    maxRequeues: 1,
  })
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data
    mail.message.transform(
      () =>
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush: (next) => {
            sentIds.add(String(messageId))
            next()
          },
        }),
    )
    done()
  })
  return transport
}

function toFolder(folder: string, sender: Sender): SendMail {
  // The emails contain sign-in codes.
  makePrivateFolder(folder)
  return async (mail) => {
    const { createTransport } = await mailLibrary()
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message: bytes } = await transport.sendMail(message(sender, mail))
    await writeFile(join(folder, `${uuid()}.eml`), bytes as Buffer, { mode: 0o600, flag: 'wx' })
    process.stdout.write(`\n--- mail to ${mail.to}: ${mail.subject}\n${mail.text.trim()}\n---\n`)
  }
}

/** Loaded for the first email, so that the server starts faster. */
const mailLibrary = () => import('nodemailer')

/**
 * Builds nodemailer's message. The recipient is one address, never a list to be parsed, so that no text of a caller can
 * add another.
 */
const message = (
  { mailFrom, secret }: Sender,
  { to, subject, html, text, id, unsubscribeUrl }: OutgoingMail,
) => ({
  from: mailFrom,
  to: { name: '', address: to },
  subject,
  html,
  text,
  messageId: `<${id}@${mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'readymade'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    [proofHeader]: bounceProof(secret, to),
    // Unsubscribing with one click in the mail program (RFC 8058).
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})
