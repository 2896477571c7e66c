import { v7 as uuid } from 'uuid'

import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { readAccessToken, signedOut, writeAccessToken } from '../platform/sessions/access-token.ts'
import { insertSession, revokeSession } from '../platform/sessions/queries.ts'
import { recordAudit } from './audit/service.ts'
import { activeStaff } from './lookup-queries.ts'
import { staffById, staffInSession, type StaffMember } from './queries.ts'

const sessionSeconds = 8 * 3600

/** Identifies the active staff member of an access token whose session is live. Throws signed_out otherwise. */
export async function identifyStaff({ db, secret }: Dependencies, token: string): Promise<StaffCaller> {
  const { id, sessionId } = await readAccessToken(secret, 'staff', token)
  const found = await staffInSession(db, sessionId, id)
  if (!found) throw signedOut()
  return { role: found.role as StaffCaller['role'], id, sessionId }
}

/**
 * Opens a session of an active super_admin for work that this process does in their name, without a password, and
 * returns its access token. Throws an Error when there is no such admin.
 */
export async function openAdminSession({ db, secret }: Dependencies): Promise<string> {
  const admin = (await activeStaff(db)).find(({ role }) => role === 'super_admin')
  if (!admin) throw new Error('There is no active super_admin.')
  return openSession(db, secret, admin.id)
}

/** Opens a staff session of 8 hours and returns its access token. */
export async function openSession(connection: Connection, secret: string, staffId: string): Promise<string> {
  const sessionId = uuid()
  await insertSession(connection, { id: sessionId, staffId }, sessionSeconds)
  return writeAccessToken(secret, 'staff', { id: staffId, sessionId }, sessionSeconds)
}

/** Ends a staff session in every process. */
export const signOut = ({ db }: Dependencies, { id, sessionId }: StaffCaller): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await revokeSession(trx, sessionId)
    const name = await staffName(trx, id)
    await recordAudit(trx, { staff: { id }, action: 'sign out', about: `staff ${id}`, name })
  })

/** Returns the emails of all active staff. */
export const staffEmails = async (connection: Connection): Promise<string[]> =>
  (await activeStaff(connection)).map(({ email }: StaffMember) => email)

/** Returns a staff member's name, for records of what they did. */
export const staffName = async (connection: Connection, staffId: string): Promise<string> =>
  (await staffById(connection, staffId))!.name
