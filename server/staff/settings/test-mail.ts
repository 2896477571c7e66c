import { ProblemError } from '#contract/kit/problem.ts'

import type { NecessaryKind } from '../../mail/kind.ts'
import type { Parts } from '../../parts.ts'
import { staffById } from '../queries.ts'

const testKind: NecessaryKind = { name: 'test', why: 'you pressed Send a Test Email in the settings' }

/** Sends a mail to a staff member and answers what became of it. Throws unavailable with the mail server's own words when it refused. */
export async function sendTestMail(
  { db, config, sendNow }: Pick<Parts, 'db' | 'config' | 'sendNow'>,
  staffId: string,
): Promise<string> {
  const { email } = (await staffById(db, staffId))!
  const isTaken = await sendNow(testKind, email, testEmail(config.publicUrl), staffId).catch((error) => {
    throw refusal(email, error as Error)
  })
  if (!config.smtpUrl)
    return `No mail server is configured: the mail to ${email} is in the terminal and in DATA_DIR/mail.`
  return isTaken
    ? `The mail server took the mail to ${email}. Look into your mailbox, and into its spam folder.`
    : `The mail server has not answered yet about the mail to ${email}. It may come later.`
}

const testEmail = (publicUrl: string) => ({
  subject: 'A test mail from Readymade',
  paragraphs: ['If you can read this, Readymade can send mails.'],
  button: { label: 'Open Settings', url: `${publicUrl}/admin/settings?section=system` },
})

function refusal(email: string, { cause }: Error): ProblemError {
  const { reply, response, message } = (cause ?? {}) as {
    reply?: string
    response?: string
    message?: string
  }
  const answer = reply || response
  const why = answer
    ? `The mail server said: ${answer.slice(0, 300)}`
    : (message?.slice(0, 300) ?? 'The mail server did not answer.')
  return new ProblemError('unavailable', `The mail to ${email} was not sent. ${why}`)
}
