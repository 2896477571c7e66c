import { v7 as uuid } from 'uuid'

import type { AuditEntry, AuditKind } from '#contract/staff/audit.ts'
import { settingsTitles } from '#contract/staff/settings.ts'

import type { Connection } from '../../platform/database/connection.ts'
import {
  type ActionRow,
  actionsOn,
  clearActionTexts,
  insertAction,
  looks,
  wasRecordedLately,
} from './queries.ts'
import { dividedWords } from './texts.ts'

/** An action of a staff member and its target, with the changed fields before and after. */
interface StaffAction {
  staff: { id: string }
  action: string
  about: `${AuditKind} ${string}`
  /** The display name of the target, such as a title or number; the search finds it. */
  name?: string
  before?: object | null
  after?: object | null
  /** Whether one person took both steps of an act that takes two (`requirePeople`). */
  isAlone?: boolean
}

/**
 * Records a staff action, in the transaction that does it, or before what was asked for is shown; the database allows
 * no later change or deletion. Texts that may be a member's are stored beside it, and deleted with their account. Its
 * name must not be a member's: members are named by their id.
 */
export async function recordAudit(
  trx: Connection,
  { staff, about, name = '', before = null, after = null, ...action }: StaffAction,
): Promise<void> {
  const id = uuid()
  const words = { name, before: plain(before), after: plain(after) }
  const { log, texts } = dividedWords(about.split(' ')[0]!, words)
  await insertAction(
    trx,
    {
      id,
      staffId: staff.id,
      target: about,
      ...action,
      name: log.name,
      before: json(log.before),
      after: json(log.after),
    },
    texts && { actionId: id, ...texts, before: json(texts.before), after: json(texts.after) },
  )
}

/** Deletes the texts of what staff did about some targets, such as 'project ' and its id; the log keeps the hashes. */
export const clearTextsAbout = (trx: Connection, targets: string[]): Promise<void> =>
  clearActionTexts(trx, targets)

/** The fields as they are stored: dates are texts, and what is undefined is left out. */
const plain = (fields: object | null) =>
  fields && (JSON.parse(JSON.stringify(fields)) as Record<string, unknown>)

/**
 * Records that a staff member looked at something, before they see it; once an hour for each target, because a page
 * that is open loads again after every change.
 */
export async function recordLook(
  connection: Connection,
  { action, ...look }: Pick<StaffAction, 'staff' | 'about' | 'name'> & { action: (typeof looks)[number] },
): Promise<void> {
  if (!(await wasRecordedLately(connection, look.staff.id, action, look.about)))
    await recordAudit(connection, { action, ...look })
}

/**
 * Returns a page of a list in which names and emails stand, once it is recorded that a staff member reads it. What they
 * searched for is not: it may be somebody's name.
 */
export async function recordList<Page>(
  connection: Connection,
  staff: StaffAction['staff'],
  [list, query]: [list: string, query: Record<string, unknown>],
  page: Promise<Page>,
): Promise<Page> {
  const read = await page
  const { search, ...filter } = query
  await recordAudit(connection, {
    staff,
    action: `list ${list}`,
    about: `list ${list.replaceAll(' ', '-')}`,
    after: { ...filter, ...(search ? { isSearch: true } : {}) },
  })
  return read
}

/** Returns the actions of staff on a target without their looks, oldest first. */
export const actionsAbout = async (connection: Connection, target: string) =>
  (await actionsOn(connection, target, looks)).map(toAction)

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** Presents an action in the audit log. */
export function toEntry({ target, isGone, staffId, staffName, happenedAt, ...row }: ActionRow): AuditEntry {
  const whole = (fields: unknown, texts: unknown) =>
    fields || texts ? { ...(fields as AuditEntry['before']), ...(texts as AuditEntry['before']) } : null
  const [kind = '', ...rest] = target.split(' ')
  const id = rest.join(' ')
  return {
    _id: row.id,
    staff: { _id: staffId, name: staffName },
    action: row.action,
    about: { kind, id, name: row.name || row.textsName || titleOf(kind, id), isGone },
    before: whole(row.before, row.textsBefore),
    after: whole(row.after, row.textsAfter),
    isAlone: row.isAlone,
    happenedAt: happenedAt.toISOString(),
  }
}

/** Presents an action in the history of its target. */
const toAction = ({ action, by, happenedAt }: { action: string; by: string; happenedAt: Date }) => ({
  action,
  by,
  at: happenedAt.toISOString(),
})

export const toName = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })

/** The name of a settings section, for actions recorded before sections had names. */
const titleOf = (kind: string, id: string): string =>
  (kind === 'settings' && settingsTitles[id as keyof typeof settingsTitles]) || ''
