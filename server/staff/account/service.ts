import { ProblemError } from '#contract/kit/problem.ts'
import type { Account } from '#contract/staff.ts'

import { recordAudit } from '../../audit/service.ts'
import type { Connection, Database } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import { countAttempt, resetAttempts, returnAttempt } from '../../rate-limits/service.ts'
import { deleteLinksOf, revokeStaffSessions, signedOut, useLink } from '../../sessions/service.ts'
import { hashPassword, passwordMatches } from '../passwords.ts'
import { toAccount } from '../presenter.ts'
import { changeStaff, staffById, type StaffMember } from '../queries.ts'
import { wrongCodesFor, wrongOwnPasswords, wrongPasswordsFor } from '../rate-limits.ts'
import { recoveryCodesLeft } from '../totp/service.ts'
import { requirePassword } from './new-password.ts'

type StaffCaller = Caller<'admin' | 'super_admin'>

/** The signed-in staff member. */
export async function accountOf(connection: Connection, { id }: StaffCaller): Promise<Account> {
  const staff = await staffById(connection, id)
  if (!staff) throw signedOut()
  return toAccount(staff, await recoveryCodesLeft(connection, id))
}

/** Renames the signed-in staff member. */
export const rename = (db: Database, caller: StaffCaller, name: string): Promise<Account> =>
  db.transaction().execute(async (trx) => {
    const before = (await staffById(trx, caller.id))!.name
    const staff = await changeStaff(trx, caller.id, { name })
    await recordAudit(trx, {
      staff: caller,
      action: 'change own name',
      about: `staff ${caller.id}`,
      name,
      before: { name: before },
      after: { name },
    })
    return toAccount(staff, await recoveryCodesLeft(trx, caller.id))
  })

/** Sets a new password and ends all other sessions. Throws invalid_input for a wrong present one or a new one that could be guessed, too_many_requests after 5 wrong ones. */
export async function changePassword(
  db: Database,
  caller: StaffCaller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const staff = await requireOwnPassword(db, caller, currentPassword)
  requirePassword(newPassword, [staff.email, staff.name], 'newPassword')
  if (newPassword === currentPassword)
    throw wrongAt('newPassword', 'Use a password other than the present one')
  const passwordHash = await hashPassword(newPassword)
  await db
    .transaction()
    .execute((trx) => storePassword(trx, staff, passwordHash, 'change password', caller.sessionId))
}

/** Sets a password with a mailed link and ends all sessions. Throws expired; for a password that could be guessed invalid_input, and the link stays good. */
export const setPassword = (
  { db, secret }: { db: Database; secret: string },
  linkToken: string,
  password: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const staff = await staffById(trx, await useLink(trx, secret, 'staff password', linkToken))
    if (!staff?.isActive) throw new ProblemError('not_allowed', 'This account has been deactivated.')
    requirePassword(password, [staff.email, staff.name], 'password')
    await storePassword(trx, staff, await hashPassword(password), 'set password')
    for (const limit of [wrongPasswordsFor(staff.email), wrongCodesFor(staff.id)])
      await resetAttempts(trx, limit)
  })

/** The signed-in staff member, whose password it is. Throws invalid_input otherwise, too_many_requests after 5 wrong ones. */
export async function requireOwnPassword(
  db: Database,
  { id }: StaffCaller,
  currentPassword: string,
): Promise<StaffMember> {
  const limit = wrongOwnPasswords(id)
  await countAttempt(db, limit)
  const staff = await staffById(db, id)
  if (!(await passwordMatches(staff?.passwordHash, currentPassword)))
    throw wrongAt('currentPassword', 'This is not your password')
  await returnAttempt(db, limit)
  return staff!
}

async function storePassword(
  trx: Connection,
  staff: StaffMember,
  passwordHash: string,
  action: string,
  sessionId?: string,
) {
  await changeStaff(trx, staff.id, { passwordHash })
  await revokeStaffSessions(trx, staff.id, sessionId === undefined ? {} : { except: sessionId })
  for (const purpose of ['staff', 'staff password'] as const) await deleteLinksOf(trx, purpose, staff.id)
  await recordAudit(trx, { staff, action, about: `staff ${staff.id}`, name: staff.name })
}

const wrongAt = (field: string, message: string) =>
  new ProblemError('invalid_input', message, { errors: [message], fields: { [field]: message } })
