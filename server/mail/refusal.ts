import type { DeliveryReport } from './delivery-report.ts'

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
 * Whether the answer to RCPT says that there is no such mailbox, for good (RFC 5321 section 4.2.2). An enhanced code
 * decides where there is one; 552 and 554 are about space and content.
 */
export function isHardBounce({ command, response = '', responseCode = 0 }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false
  const [, status = ''] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return saysNoMailbox(status) ?? [550, 551, 553].includes(responseCode)
}

/** Whether a report of delivery says so. */
export const isHardReport = ({ action, status, diagnostic }: Omit<DeliveryReport, 'returned'>): boolean =>
  action === 'failed' &&
  status.startsWith('5.') &&
  (saysNoMailbox(status) ?? saysNoMailbox(/\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? '') ?? true)

/**
 * What an enhanced code says of a mailbox (RFC 3463 section 3): 5.1.x that there is none, except 5.1.7 and 5.1.8 about
 * the sender; 5.2.1 that it is closed, and 5.2.2 that it is full; 5.4.4 that its domain is not there; 5.7.x is a policy
 * that may be about us. Undefined when it says nothing.
 */
function saysNoMailbox(status: string): boolean | undefined {
  const [, subject, detail] = /^5\.(\d{1,3})\.(\d{1,3})$/.exec(status) ?? []
  if (subject === undefined || subject === '0') return undefined
  if (subject === '1') return detail !== '7' && detail !== '8'
  return `${subject}.${detail}` === '2.1' || `${subject}.${detail}` === '4.4'
}
