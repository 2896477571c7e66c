import { v7 as uuid } from 'uuid'

import type { AuditEntry, AuditKind } from '#contract/staff/audit.ts'
import { settingsTitles } from '#contract/staff/settings.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type ActionRow, actionsOn, insertAction } from './queries.ts'

/** What a staff member did, and to what, with the changed fields before and after. */
interface StaffAction {
  staff: { id: string }
  action: string
  about: `${AuditKind} ${string}`
  /** What people call it: a title, a number; it is found by that. */
  name?: string
  before?: object | null
  after?: object | null
}

/**
 * Writes a staff action down, in the transaction that does it; the database lets nobody change or delete it later. So
 * nothing of it may be a member's personal data: members are named by their id.
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

/** What staff did to something, oldest first, and who. */
export const actionsAbout = async (connection: Connection, target: string) =>
  (await actionsOn(connection, target)).map(toAction)

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** An action as staff read it. */
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
    happenedAt: happenedAt.toISOString(),
  }
}

/** The same beside what it was done to. */
const toAction = ({ action, by, happenedAt }: { action: string; by: string; happenedAt: Date }) => ({
  action,
  by,
  at: happenedAt.toISOString(),
})

export const toName = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })

/** What was written down before sections were named. */
const titleOf = (kind: string, id: string): string =>
  (kind === 'settings' && settingsTitles[id as keyof typeof settingsTitles]) || ''
