import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'
import { v7 as uuid } from 'uuid'

import type { Config } from '../config.ts'
import { makePrivateFolder } from '../private-folder.ts'
import type { Email } from './email.ts'

/** Sends one email; resolves when it has been handed over. */
export type SendMail = (email: Email & { to: string }) => Promise<void>

/** Mail over SMTP when configured; otherwise to the terminal and DATA_DIR/mail/*.eml. */
export function mailerFor({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): SendMail {
  return smtpUrl ? overSmtp(smtpUrl, mailFrom) : toFolder(join(dataDir, 'mail'), mailFrom)
}

function overSmtp(url: string, from: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    pool: true,
  })
  return async (email) => {
    await transport.sendMail(message(from, email))
  }
}

function toFolder(folder: string, from: string): SendMail {
  // Sign-in codes are in them.
  makePrivateFolder(folder)
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (email) => {
    const { message: bytes } = await transport.sendMail(message(from, email))
    await writeFile(join(folder, `${uuid()}.eml`), bytes as Buffer, { mode: 0o600, flag: 'wx' })
    process.stdout.write(`\n--- mail to ${email.to}: ${email.subject}\n${email.text.trim()}\n---\n`)
  }
}

/** The recipient goes as one address, never as a list to be parsed: no text of a caller can add another. */
const message = (from: string, { to, subject, html, text }: Parameters<SendMail>[0]) => ({
  from,
  to: { name: '', address: to },
  subject,
  html,
  text,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
