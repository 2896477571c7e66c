import { sameText, sign } from '../crypto.ts'
import type { Connection } from '../database/connection.ts'
import { bounceOf, deleteUnblocked } from './queries.ts'

/**
 * Reads a raw delivery report about an email of ours: its recipient, the mail server's reply, and whether the address
 * is permanently unreachable. Undefined for anything but a report, and for one that is not about an email that we wrote
 * to that address.
 */
export function readBounce(secret: string, raw: string): Bounce | undefined {
  const report = readDeliveryReport(raw)
  const email = provenRecipient(secret, report?.returned.get(proofHeader.toLowerCase()))
  if (!report || email === undefined) return undefined
  const reply = `${report.status} ${report.diagnostic}`
    .replaceAll(/[^ -~]+/g, ' ')
    .slice(0, 300)
    .trim()
  return { email, reply, isHard: isHardReport(report) }
}

interface Bounce {
  email: string
  reply: string
  isHard: boolean
}

/**
 * The notice at a sign-in that mail to the member's address came back: at every sign-in while none is delivered, and
 * once afterwards. Undefined when nothing came back.
 */
export async function bounceNotice(
  connection: Connection,
  email: string,
  advice: string,
): Promise<string | undefined> {
  const bounce = await bounceOf(connection, email)
  if (!bounce) return undefined
  if (!bounce.isBlocked) await deleteUnblocked(connection, email)
  return `Mail to ${email} came back. ${advice}`
}

/** Name of the header by which a returned report is known to be about an email of ours. */
export const proofHeader = 'X-Readymade-Recipient'

/** The value of that header for an email to an address: the address and our signature of it. */
export const bounceProof = (secret: string, address: string): string =>
  `${Buffer.from(address).toString('base64url')}.${signature(secret, address)}`

/** The address in a header of ours; undefined when we did not write it. */
function provenRecipient(secret: string, proof = ''): string | undefined {
  const [encoded = '', given = ''] = proof.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  return sameText(signature(secret, address), given) ? address : undefined
}

const signature = (secret: string, address: string) => sign(secret, 'bounce', address)

/** A mail server's report about an email that it could not deliver, with the headers of that email. */
interface DeliveryReport {
  /** 'delayed' while the server is still trying. */
  action: string
  /** Enhanced status code such as 5.1.1 (RFC 3463). */
  status: string
  /** Reply of the server that refused the email, when the report has it. */
  diagnostic: string
  returned: Fields
}

type Fields = ReadonlyMap<string, string>

/**
 * Reads a raw delivery report (RFC 3464) about an email to one recipient. Undefined for any other email, and for a
 * report without the headers of the email that it is about.
 */
function readDeliveryReport(raw: string): DeliveryReport | undefined {
  const { fields, body } = partsOf(raw.replaceAll('\r\n', '\n'))
  const type = fields.get('content-type') ?? ''
  const boundary = /^multipart\/report\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  if (!boundary) return undefined
  const parts = `\n${body}`
    .split(`\n--${boundary[1] ?? boundary[2]}`)
    .slice(1)
    .map(partsOf)
  const ofType = (wanted: RegExp) => parts.find((part) => wanted.test(part.fields.get('content-type') ?? ''))
  const status = ofType(/^message\/(global-)?delivery-status\b/i)
  const returned = ofType(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i)
  if (!status || !returned) return undefined
  const about = status.body
    .split(/\n[ \t]*\n/)
    .map(fieldsIn)
    .find((group) => group.has('action'))
  return (
    about && {
      action: about.get('action')!.toLowerCase(),
      status: about.get('status') ?? '',
      diagnostic: about.get('diagnostic-code') ?? '',
      returned: partsOf(returned.body.trimStart()).fields,
    }
  )
}

/** Splits an email, or a part of one, into its headers and what follows the first empty line. */
function partsOf(text: string): { fields: Fields; body: string } {
  const inner = text.replace(/^[ \t]*\n/, '')
  const end = inner.indexOf('\n\n')
  return end === -1
    ? { fields: fieldsIn(inner), body: '' }
    : { fields: fieldsIn(inner.slice(0, end)), body: inner.slice(end + 2) }
}

/** Parses headers by their lower-case names; of several with one name the first counts. */
function fieldsIn(header: string): Fields {
  const fields = new Map<string, string>()
  for (const line of header.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** Thrown when the mail server refused the recipient permanently: the address does not exist. */
export class BouncedError extends Error {
  readonly reply: string
  constructor(reply: string) {
    super(`The recipient was refused: ${reply}`)
    this.name = 'BouncedError'
    this.reply = reply
  }
}

/** Thrown when the whole email was sent and no answer came: it may have been delivered or not. */
export class UnansweredError extends Error {
  constructor(cause: unknown) {
    super(`The mail server took the email and did not answer: ${(cause as Error).message}`, { cause })
    this.name = 'UnansweredError'
  }
}

/** nodemailer's details of an email that was not sent. */
interface SmtpFailure {
  command?: string
  response?: string
  responseCode?: number
}

/**
 * Whether the reply to RCPT says that the mailbox does not exist, permanently (RFC 5321 section 4.2.2). An enhanced
 * code decides where there is one; 552 and 554 are about space and content.
 */
export function isHardBounce({ command, response = '', responseCode = 0 }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false
  const [, status = ''] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return saysNoMailbox(status) ?? [550, 551, 553].includes(responseCode)
}

/** Whether a delivery report says that the mailbox does not exist. */
const isHardReport = ({ action, status, diagnostic }: Omit<DeliveryReport, 'returned'>): boolean =>
  action === 'failed' &&
  status.startsWith('5.') &&
  (saysNoMailbox(status) ?? saysNoMailbox(/\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? '') ?? true)

/**
 * Whether an enhanced code says that the mailbox does not exist (RFC 3463 section 3): 5.1.x does, except 5.1.7 and
 * 5.1.8, which are about the sender; 5.2.1 says that it is disabled, and 5.2.2 only that it is full; 5.4.4 says that
 * its domain does not exist; 5.7.x is a policy that may be about us. Undefined when the code says nothing.
 */
function saysNoMailbox(status: string): boolean | undefined {
  const [, subject, detail] = /^5\.(\d{1,3})\.(\d{1,3})$/.exec(status) ?? []
  if (subject === undefined || subject === '0') return undefined
  if (subject === '1') return detail !== '7' && detail !== '8'
  return `${subject}.${detail}` === '2.1' || `${subject}.${detail}` === '4.4'
}
