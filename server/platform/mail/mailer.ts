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
  /** The same for every attempt at one email, so that a mailbox can tell a copy; a UUID. */
  id: string
  unsubscribeUrl?: string | undefined
  /** Milliseconds after which the attempt is broken off. */
  timeout: number
}

/**
 * Sends one email; resolves when it has been handed over. Throws BouncedError when its recipient does not exist,
 * UnansweredError when nobody can say whether it was taken, and other errors when it was not.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>

/** How a mail server is spoken to: over how many connections, and for how many milliseconds it may be silent. */
export interface SmtpLimits {
  maxConnections: number
  silence: number
}

/** Whom emails are from, and the secret by which those that come back are known. */
type Sender = Pick<Config, 'mailFrom'> & { secret: string }

/** Mail over SMTP when configured; otherwise to the terminal and DATA_DIR/mail/*.eml. */
export const mailerFor = (
  { smtpUrl, dataDir, ...sender }: Sender & Pick<Config, 'smtpUrl' | 'dataDir'>,
  limits: SmtpLimits = { maxConnections: 5, silence: 20_000 },
): SendMail => (smtpUrl ? overSmtp(smtpUrl, sender, limits) : toFolder(join(dataDir, 'mail'), sender))

function overSmtp(url: string, sender: Sender, limits: SmtpLimits): SendMail {
  const handedOver = new Set<string>()
  let opening: ReturnType<typeof openPool> | undefined
  return async (mail) => {
    const toSend = message(sender, mail)
    const transport = await (opening ??= openPool(url, limits, handedOver))
    try {
      await transport.sendMail({ ...toSend, signal: AbortSignal.timeout(mail.timeout) })
    } catch (error) {
      const failure = error as Error & { response?: string; responseCode?: number; command?: string }
      if (isHardBounce(failure)) throw new BouncedError(failure.response ?? '')
      if (!failure.responseCode && handedOver.has(toSend.messageId)) throw new UnansweredError(error)
      throw error
    } finally {
      handedOver.delete(toSend.messageId)
    }
  }
}

/** Connections to a mail server; the id of an email is in `handedOver` from when all of it has been sent there. */
async function openPool(url: string, { maxConnections, silence }: SmtpLimits, handedOver: Set<string>) {
  const { createTransport } = await mailLibrary()
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(10_000, silence),
    greetingTimeout: Math.min(10_000, silence),
    socketTimeout: silence,
    pool: true,
    maxConnections,
    // A pause of its own between attempts at a server that hangs up; whoever asked tries again.
    maxRequeues: 1,
  })
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data
    mail.message.transform(
      () =>
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush: (next) => {
            handedOver.add(String(messageId))
            next()
          },
        }),
    )
    done()
  })
  return transport
}

function toFolder(folder: string, sender: Sender): SendMail {
  // Sign-in codes are in them.
  makePrivateFolder(folder)
  return async (mail) => {
    const { createTransport } = await mailLibrary()
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message: bytes } = await transport.sendMail(message(sender, mail))
    await writeFile(join(folder, `${uuid()}.eml`), bytes as Buffer, { mode: 0o600, flag: 'wx' })
    process.stdout.write(`\n--- mail to ${mail.to}: ${mail.subject}\n${mail.text.trim()}\n---\n`)
  }
}

/** Loaded for the first email: 40 modules that a start has no use for. */
const mailLibrary = () => import('nodemailer')

/** The recipient goes as one address, never as a list to be parsed: no text of a caller can add another. */
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
    // One click in the reader's mail program (RFC 8058).
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})
