import { v7 as uuid } from 'uuid'

import type { AuditKind } from '#contract/staff/audit.ts'

import type { Connection } from '../database/connection.ts'
import { toAction } from './presenter.ts'
import { actionsOn, insertAction } from './queries.ts'

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
