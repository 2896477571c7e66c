import { z } from 'zod'

import type { Reply } from '#contract/kit/endpoint.ts'
import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import {
  type bulkActions,
  type ContactDetail,
  type ContactStatus,
  contactStatuses,
  type staffContacts,
} from '#contract/staff/contacts.ts'

import { recordAudit } from '../../audit/service.ts'
import type { Connection, Database } from '../../database/connection.ts'
import { mailAddress, type MailParts } from '../../mail/enqueue.ts'
import type { NecessaryKind } from '../../mail/kind.ts'
import { toContact, toDetail } from './presenter.ts'
import {
  countsByStatus,
  deleteMessage,
  insertReply,
  lockMessage,
  mentionedBy,
  messageAt,
  messagesIn,
  repliesTo,
  setMessageStatus,
} from './queries.ts'

interface Staff {
  id: string
}

/** A page of the messages, and how many there are in each status. */
export async function contactsIn(
  connection: Connection,
  {
    page,
    limit,
    ...filter
  }: PageWindow & { search?: string | undefined; status?: ContactStatus | undefined },
): Promise<Omit<Reply<typeof staffContacts.list>, 'success' | 'message'>> {
  const { rows, total } = await messagesIn(connection, filter, { page, limit })
  const known = new Map((await countsByStatus(connection)).map(({ status, count }) => [status, count]))
  const counts = Object.fromEntries(contactStatuses.map((status) => [status, known.get(status) ?? 0]))
  return {
    contacts: rows.map(toContact),
    counts: counts as Record<ContactStatus, number>,
    pagination: paginationOf({ page, limit }, total),
  }
}

/** One message with its replies and what it names. Throws not_found. */
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
  staff: Staff,
  id: string,
  status: ContactStatus,
): Promise<ContactDetail> =>
  db.transaction().execute(async (trx) => {
    await moveContact(trx, staff, id, status)
    return contactAt(trx, id)
  })

/** Mails an answer to whoever wrote and keeps it; sent again under the same key it does nothing more. Throws not_found, conflict when the writer's account was deleted. */
export const replyTo = (
  parts: MailParts & { db: Database },
  staff: Staff,
  id: string,
  { text, key }: { text: string; key: string },
): Promise<ContactDetail> =>
  parts.db.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, id)
    if (!message) throw notFound()
    if (!message.email)
      throw new ProblemError(
        'conflict',
        'Who wrote this has deleted their account, so there is nobody to answer.',
      )
    if (await insertReply(trx, { id: key, messageId: id, staffId: staff.id, text })) {
      await mailAddress(parts, trx, replyKind, message.email, {
        subject: `Re: ${message.subject}`,
        paragraphs: [text, `You wrote: “${message.message.slice(0, 1000)}”`],
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

/** Does the same to each of many messages, in a transaction each. Answers what came of each. */
export async function bulkUpdate(
  db: Database,
  staff: Staff,
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

const doTo = (db: Database, staff: Staff, id: string, action: (typeof bulkActions)[number]) =>
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

async function moveContact(trx: Connection, staff: Staff, id: string, status: ContactStatus) {
  const message = await lockMessage(trx, id)
  if (!message) throw notFound()
  if (message.status === status) return
  await setMessageStatus(trx, id, status)
  await recordAudit(trx, {
    staff,
    action: 'set contact status',
    about: `contact ${id}`,
    name: message.subject,
    before: { status: message.status },
    after: { status },
  })
}

async function removeContact(trx: Connection, staff: Staff, id: string) {
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
