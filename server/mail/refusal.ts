/** The mail server refused this recipient for good: the address does not exist. */
export class BouncedError extends Error {
  readonly reply: string
  constructor(reply: string) {
    super(`The recipient was refused: ${reply}`)
    this.name = 'BouncedError'
    this.reply = reply
  }
}

/** The whole email was handed over, and then no answer came: it may have been delivered or not. */
export class UnansweredError extends Error {
  constructor(cause: unknown) {
    super(`The mail server took the email and did not answer: ${(cause as Error).message}`, { cause })
    this.name = 'UnansweredError'
  }
}

/** What nodemailer says about an email that was not sent. */
interface SmtpFailure {
  command?: string
  response?: string
  responseCode?: number
}

/**
 * Whether the answer to RCPT says that there is no such mailbox, for good (RFC 5321 section 4.2.2, RFC 3463 section 3.2).
 * An enhanced code decides where there is one: 5.1.7 and 5.1.8 are about the sender, 5.2.2 is a full mailbox, 5.7.x a
 * policy that may be about us. 552 and 554 are about space and content.
 */
export function isHardBounce({ command, response = '', responseCode = 0 }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false
  const [, subject, detail] = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  if (subject === '1') return detail !== '7' && detail !== '8'
  if (subject === '2') return detail === '1'
  if (subject !== undefined && subject !== '0') return false
  return [550, 551, 553].includes(responseCode)
}
