import { v7 as uuid } from 'uuid'
import { z } from 'zod'

import {
  type bulkActions,
  type Contact,
  type ContactDetail,
  type contacts,
  type ContactStatus,
  contactStatuses,
  contactTransitions,
  type staffContacts,
} from '#contract/content/contacts.ts'
import { requestNumber } from '#contract/content/request-numbers.ts'
import type { Received, Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import { namedDay } from '#contract/kit/format.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database, Found } from '../../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailAddress, type NecessaryKind } from '../../platform/mail/send.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { statusPage } from '../../platform/status-pages.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { staffEmails } from '../../staff/service.ts'
import {
  countsByStatus,
  deleteMessage,
  insertMessage,
  insertReply,
  lockMessage,
  mentionedBy,
  messageAt,
  type MessageRow,
  messagesIn,
  repliesTo,
  setMessageStatus,
} from './queries.ts'

type Message = Received<typeof contacts.send>['body']

/**
 * Stores a message as unread, emails it to every active staff member and acknowledges it to its sender. It is a
 * member's when they were signed in, whatever email they gave. Returns its number, the path of the page that shows its
 * state, and the time by which we reply. Throws too_many_requests.
 */
export const receiveMessage = (
  { db, jobs, config, secret }: Dependencies,
  caller: Caller | undefined,
  message: Message,
) =>
  db.transaction().execute(async (trx) => {
    const member = caller?.role === 'member' ? await memberById(trx, caller.id) : undefined
    if (member) await countAttempt(trx, messagesOf(member.id))
    const id = uuid()
    const memberId = member?.id ?? null
    const row = await insertMessage(trx, { ...message, id, memberId, projectId: message.projectId || null })
    const number = messageNumber(row)
    const page = statusPage(secret, number)
    const mail = emailAbout(message, number, `${config.publicUrl}/admin/contacts/${id}`)
    for (const to of await staffEmails(trx)) await mailAddress({ jobs }, trx, contactKind, to, mail)
    const by = answerBy('message', new Date())
    const isProved = member?.email === message.email
    if (isProved || (await countIfAllowed(trx, acknowledgementsTo(message.email)))) {
      const acknowledged = acknowledgement(by, number, config.publicUrl + page)
      await mailAddress({ jobs }, trx, acknowledgementKind, message.email, acknowledged)
    }
    return { number, statusPage: page, answerBy: by }
  })

/** The number by which people refer to a message. */
const messageNumber = ({ number }: { number: number }) => requestNumber('CM', number)

/**
 * Limits the messages of a member, because each is an email to all staff. Those without an account are limited by their
 * network in the contract: the email is what somebody typed, and may be a stranger's.
 */
const messagesOf = (memberId: string): RateLimit => ({
  name: 'contact messages',
  subject: memberId,
  max: 10,
  seconds: 86_400,
  refusal: 'You have sent us 10 messages today.',
})

const contactKind: NecessaryKind = { name: 'contact message', why: 'you are on the staff of Readymade' }

const emailAbout = (
  { name, email, phone, subject, message }: Message,
  number: string,
  url: string,
): EmailContent => ({
  subject: `Contact: ${subject} (${number})`,
  paragraphs: [
    `${name} wrote about “${subject}”:`,
    message,
    `From ${email}${phone ? `, phone ${phone}` : ''}.`,
  ],
  button: { label: 'Reply', url },
})

const acknowledgementKind: NecessaryKind = {
  name: 'message received',
  why: 'somebody wrote to Readymade and gave this address',
}

/**
 * Limits the acknowledgements to one address, because the sender of the form may type an address that is not theirs.
 */
export const acknowledgementsTo = (email: string) => ({
  name: 'message received',
  subject: email.toLowerCase(),
  max: 1,
  seconds: 86_400,
  refusal: 'This address has been told today.',
})

/**
 * The email that acknowledges a message. It contains nothing of the message; otherwise the form could send any text to
 * strangers. `url`: the page that shows the state of the message, and nothing of its text.
 */
const acknowledgement = (by: Date, number: string, url: string): EmailContent => ({
  subject: 'We have your message',
  paragraphs: [
    `Your message has reached our staff. Its number is ${number}. We reply to this address by ${namedDay(by)}.`,
    'If you write to us again today, the page alone tells you that it has reached us.',
    'If you did not write to us, somebody has given your address. You need not do anything.',
  ],
  button: { label: 'See Whether We Have Replied', url },
})

/** A page of the messages, and the number of messages in each status. */
export async function contactsIn(
  connection: Connection,
  query: PageWindow & { search?: string | undefined; status?: ContactStatus | undefined },
): Promise<ReplyFields<typeof staffContacts.list>> {
  const { rows, pagination } = await messagesIn(connection, query, query)
  const known = new Map((await countsByStatus(connection)).map(({ status, count }) => [status, count]))
  const counts = Object.fromEntries(contactStatuses.map((status) => [status, known.get(status) ?? 0]))
  return {
    contacts: rows.map(toContact),
    counts: counts as Record<ContactStatus, number>,
    pagination,
  }
}

/** One message with its replies and the project and orders that it mentions. Throws not_found. */
export async function contactAt(connection: Connection, id: string): Promise<ContactDetail> {
  const row = await messageAt(connection, id)
  if (!row) throw notFound()
  const numbers = `${row.subject} ${row.message}`.toUpperCase().match(/\bRM-\d{4}-\d{6}\b/g) ?? []
  const mentioned = await mentionedBy(connection, row.projectId, [...new Set(numbers)].slice(0, 10))
  return toDetail(row, mentioned, await repliesTo(connection, id))
}

/** Sets the status of a message. Throws not_found. */
export const setContactStatus = (
  db: Database,
  staff: StaffCaller,
  id: string,
  status: ContactStatus,
): Promise<ContactDetail> =>
  db.transaction().execute(async (trx) => {
    await moveContact(trx, staff, id, status)
    return contactAt(trx, id)
  })

/**
 * Emails a reply to the sender of a message and stores it; repeated with the same key it does nothing more. Throws
 * not_found, and conflict when the sender has deleted their account.
 */
export const replyTo = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  { text, key }: { text: string; key: string },
): Promise<ContactDetail> =>
  dependencies.db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (!message) throw notFound()
    if (!message.email)
      throw new ProblemError(
        'conflict',
        'Who wrote this has deleted their account, so there is nobody to answer.',
      )
    if (await insertReply(trx, { id: key, messageId: id, staffId: staff.id, text })) {
      await mailAddress(dependencies, trx, replyKind, message.email, {
        subject: `Re: ${message.subject} (${messageNumber(message)})`,
        paragraphs: [{ byStaff: text }, `You wrote: “${message.message.slice(0, 1000)}”`],
      })
      await setMessageStatus(trx, id, 'replied')
      await recordAudit(trx, {
        staff,
        action: 'reply to contact',
        about: `contact ${id}`,
        name: message.subject,
        before: { status: message.status },
        after: { status: 'replied' },
      })
    }
    return contactAt(trx, id)
  })

/** Applies one action to each of many messages, each in its own transaction, and returns the results. */
export async function bulkUpdate(
  db: Database,
  staff: StaffCaller,
  ids: string[],
  action: (typeof bulkActions)[number],
): Promise<Reply<typeof staffContacts.bulkUpdate>['results']> {
  const results = []
  for (const id of new Set(ids)) {
    const isDone = z.uuid().safeParse(id).success && (await doTo(db, staff, id, action))
    results.push({ _id: id, success: isDone, ...(!isDone && { message: 'Message not found' }) })
  }
  return results
}

const doTo = (db: Database, staff: StaffCaller, id: string, action: (typeof bulkActions)[number]) =>
  db
    .transaction()
    .execute((trx) =>
      action === 'delete' ? removeContact(trx, staff, id) : moveContact(trx, staff, id, action),
    )
    .then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof ProblemError && thrown.code === 'not_found') return false
        throw thrown
      },
    )

async function moveContact(trx: Connection, staff: StaffCaller, id: string, status: ContactStatus) {
  const message = await lockMessage(trx, id)
  if (!message) throw notFound()
  const from = message.status as ContactStatus
  if (from === status) return
  await decideCase(trx, staff, {
    about: `contact ${id}`,
    name: message.subject,
    action: 'set contact status',
    conflict:
      !mayMove(contactTransitions, { from, to: status, by: 'staff' }) &&
      `A message that is ${from} cannot become ${status}.`,
    carryOut: async () => {
      await setMessageStatus(trx, id, status)
      return { before: { status: from }, after: { status }, result: undefined }
    },
  })
}

async function removeContact(trx: Connection, staff: StaffCaller, id: string) {
  const message = await lockMessage(trx, id)
  if (!message) throw notFound()
  await deleteMessage(trx, id)
  await recordAudit(trx, {
    staff,
    action: 'delete contact',
    about: `contact ${id}`,
    name: message.subject,
    before: { status: message.status },
  })
}

const replyKind: NecessaryKind = { name: 'contact reply', why: 'you wrote to Readymade' }

const notFound = () => new ProblemError('not_found', 'Message not found')

/** A message as the staff's list shows it. */
const toContact = ({
  id,
  number,
  name,
  email,
  subject,
  status,
  message,
  createdAt,
}: MessageRow): Contact => ({
  _id: id,
  number: messageNumber({ number }),
  name,
  email,
  subject,
  status: status as Contact['status'],
  createdAt: createdAt.toISOString(),
  excerpt: message.slice(0, 160),
})

/** A message with its replies and the project and orders that it mentions. */
const toDetail = (
  row: MessageRow,
  { project, orders }: Found<typeof mentionedBy>,
  replies: Found<typeof repliesTo>,
): ContactDetail => ({
  ...toContact(row),
  phone: row.phone,
  message: row.message,
  project: project ? { _id: project.id, title: project.title } : null,
  orders: orders.map(({ id, number, title }) => ({ _id: id, number, title })),
  replies: replies.map(({ id, by, text, sentAt }) => ({ _id: id, by, text, sentAt: sentAt.toISOString() })),
})
