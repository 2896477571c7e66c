import { v7 as uuid } from 'uuid'

import type { AuditEntry, AuditKind } from '#contract/staff/audit.ts'
import { settingsTitles } from '#contract/staff/settings.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type ActionRow, actionsOn, insertAction, looks, wasRecordedLately } from './queries.ts'

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
 * no later change or deletion. It must not contain personal data of a member, so members are named by their id.
 */
export const recordAudit = (
  trx: Connection,
  { staff, about, before, after, ...action }: StaffAction,
): Promise<void> =>
  insertAction(trx, {
    id: uuid(),
    staffId: staff.id,
    target: about,
    ...action,
    before: json(before),
    after: json(after),
  })

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
  const [kind = '', ...rest] = target.split(' ')
  const id = rest.join(' ')
  return {
    _id: row.id,
    staff: { _id: staffId, name: staffName },
    action: row.action,
    about: { kind, id, name: row.name || titleOf(kind, id), isGone },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
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
