import { sameText, sign } from '../crypto.ts'
import type { Connection } from '../database/connection.ts'
import { bounceOf, deleteUnblocked } from './queries.ts'

/**
 * What a raw report of delivery says of an email of ours: whose it was, what the mail server said, and whether that is
 * for good. Undefined for what is no report, or not about an email that we wrote to that address.
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
 * What somebody who signs in is told when mail to their address came back: at every sign-in as long as nothing gets
 * through, and once afterwards. Undefined when nothing came back.
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

/** The header of our emails by which a report that comes back is known to be about one of them. */
export const proofHeader = 'X-Readymade-Recipient'

/** The header's value for an email to an address: the address, and our signature of it. */
export const bounceProof = (secret: string, address: string): string =>
  `${Buffer.from(address).toString('base64url')}.${signature(secret, address)}`

/** The address that a header of ours names; undefined when we did not write it. */
function provenRecipient(secret: string, proof = ''): string | undefined {
  const [encoded = '', given = ''] = proof.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  return sameText(signature(secret, address), given) ? address : undefined
}

const signature = (secret: string, address: string) => sign(secret, 'bounce', address)

/** What a mail server says of an email that it could not deliver, and the header lines that the email itself had. */
interface DeliveryReport {
  /** 'delayed' as long as the server goes on trying. */
  action: string
  /** Like 5.1.1; RFC 3463. */
  status: string
  /** What the server was told by the one that refused the email, when it says so. */
  diagnostic: string
  returned: Fields
}

type Fields = ReadonlyMap<string, string>

/**
 * Reads a raw report of delivery (RFC 3464) about an email to one recipient; undefined for any other email, and for a
 * report that does not bring back the header of the email that it is about.
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

/** The header of an email, or of a part of one, and what comes after the first empty line. */
function partsOf(text: string): { fields: Fields; body: string } {
  const inner = text.replace(/^[ \t]*\n/, '')
  const end = inner.indexOf('\n\n')
  return end === -1
    ? { fields: fieldsIn(inner), body: '' }
    : { fields: fieldsIn(inner.slice(0, end)), body: inner.slice(end + 2) }
}

/** By lower-case names; of several with one name the first. */
function fieldsIn(header: string): Fields {
  const fields = new Map<string, string>()
  for (const line of header.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

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
const isHardReport = ({ action, status, diagnostic }: Omit<DeliveryReport, 'returned'>): boolean =>
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
