import { setTimeout as pause } from 'node:timers/promises'

import { v7 as uuid } from 'uuid'

import type { Notice, NoticeKind, notices } from '#contract/accounts/notices.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { countOpenJobs } from '../../platform/jobs/queries.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import {
  allNotices,
  countMembers,
  insertNotice,
  moveNotice,
  nextNotice,
  nextRecipients,
  noticeById,
  noticeByKey,
  type NoticeRow,
  recordProgress,
  reminderDue,
} from './queries.ts'

/** The mails to all members, and how many members there are. */
export async function listNotices(connection: Connection) {
  const [rows, members] = await Promise.all([allNotices(connection), countMembers(connection)])
  return { notices: rows.map(toNotice), members }
}

/** Since when members are to be reminded of the rules; null while it is not due. */
export async function reminderDueSince(connection: Connection): Promise<string | null> {
  const due = await reminderDue(connection)
  return due && due <= new Date() ? due.toISOString() : null
}

/**
 * Begins a mail to all members; the same key answers the same notice. Throws conflict when that one has another text.
 */
export const createNotice = (
  { db, jobs }: Dependencies,
  staff: StaffCaller,
  { kind, subject, text, idempotencyKey }: Received<typeof notices.create>['body'],
): Promise<Notice> =>
  db.transaction().execute(async (trx) => {
    const createdBy = await staffName(trx, staff.id)
    const made = await insertNotice(trx, {
      id: uuid(),
      kind,
      subject,
      text,
      createdBy,
      idempotencyKey: idempotencyKey ?? null,
    })
    if (!made) {
      const known = await noticeByKey(trx, idempotencyKey!)
      if (known.subject === subject && known.text === text) return toNotice(known)
      throw new ProblemError('conflict', 'This was sent already, with another text. Reload the page.')
    }
    await recordAudit(trx, {
      staff,
      action: 'mail all members',
      about: `notice ${made.id}`,
      name: subject,
      after: { kind, subject, text },
    })
    await jobs.enqueue(trx, 'send-notices', {})
    return toNotice(made)
  })

/** Stops a mail to all members or lets it go on. Throws not_found, and conflict when it has ended or is so already. */
export const moveNoticeTo = (
  { db, jobs }: { db: Database; jobs: Pick<Dependencies['jobs'], 'enqueue'> },
  staff: StaffCaller,
  id: string,
  action: 'stop' | 'continue',
): Promise<Notice> =>
  db.transaction().execute(async (trx) => {
    if (!(await noticeById(trx, id))) throw new ProblemError('not_found', 'Notice not found')
    const moved = await moveNotice(trx, id, action === 'stop')
    if (!moved) throw new ProblemError('conflict', 'It has ended, or this was done already. Reload the page.')
    await recordAudit(trx, {
      staff,
      action: action === 'stop' ? 'stop mail to all members' : 'continue mail to all members',
      about: `notice ${id}`,
      name: moved.subject,
      after: { sent: moved.sent },
    })
    if (action === 'continue') await jobs.enqueue(trx, 'send-notices', {})
    return toNotice(moved)
  })

/**
 * The members of one transaction; so many mails may be due before the next, so that receipts do not wait behind them.
 * Mails to full mailboxes wait a day for their next attempts, and hold nobody up.
 */
const batch = 100
const maxDue = 200
/** Milliseconds that one run of the job takes at most; it is queued every minute. */
const maxRun = 50_000

/**
 * Queues the mails of the notices that are neither stopped nor ended. Mails and progress are written in one
 * transaction, so that a killed process repeats none and leaves none out.
 */
export async function sendNotices(dependencies: Dependencies): Promise<void> {
  const end = Date.now() + maxRun
  while (Date.now() < end) {
    const due = (await countOpenJobs(dependencies.db, 'mail'))?.due ?? 0
    if (due >= maxDue) await pause(500)
    else if (!(await dependencies.db.transaction().execute((trx) => sendBatch(dependencies, trx)))) return
  }
}

/** Queues the mails of one batch of the notice whose turn it is; false when there is nothing to send. */
async function sendBatch(dependencies: Dependencies, trx: Connection): Promise<boolean> {
  const notice = await nextNotice(trx)
  if (!notice) return false
  const members = await nextRecipients(trx, notice, batch)
  for (const { id } of members)
    await mailMember(dependencies, trx, noticeKind, id, {
      subject: notice.subject,
      paragraphs: notice.text.split(/\n{2,}/).map((paragraph) => ({ byStaff: paragraph })),
      button: buttons[notice.kind as NoticeKind](dependencies.config.publicUrl),
    })
  await recordProgress(trx, notice.id, members)
  return true
}

const noticeKind: NecessaryKind = { name: 'notice', why: 'you have an account on Readymade' }

const toTerms = (publicUrl: string) => ({ label: 'Read the Terms', url: `${publicUrl}/support/terms` })
const buttons: Record<NoticeKind, (publicUrl: string) => { label: string; url: string }> = {
  terms: toTerms,
  rules: toTerms,
  breach: (publicUrl) => ({ label: 'Write to Us', url: `${publicUrl}/contact` }),
  other: (publicUrl) => ({ label: 'Open Readymade', url: publicUrl }),
}

const toNotice = (row: NoticeRow): Notice => ({
  _id: row.id,
  kind: row.kind as NoticeKind,
  subject: row.subject,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  sent: row.sent,
  state: row.endedAt ? 'done' : row.stoppedAt ? 'stopped' : 'sending',
  endedAt: isoTime(row.endedAt),
})
