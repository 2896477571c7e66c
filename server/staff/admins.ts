import { v7 as uuid } from 'uuid'

import type { Received } from '#contract/kit/endpoint.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { admins, StaffAccount } from '#contract/staff/accounts.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection, Database } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { deleteLinksOf, revokeStaffSessions } from '../platform/sessions/queries.ts'
import { mailPasswordLink, requirePassword } from './account.ts'
import { recordAudit } from './audit/service.ts'
import { staffWhoCanSignIn } from './lookup-queries.ts'
import { hashPassword } from './passwords.ts'
import { toStaffAccount } from './presenter.ts'
import {
  allStaff,
  updateStaff,
  insertStaff,
  lastSignIns,
  lockStaff,
  staffById,
  type StaffMember,
} from './queries.ts'
import { deleteTotp } from './totp.ts'

type SuperAdmin = Caller<'super_admin'>

/** Lists all staff accounts, deactivated ones too, the oldest first. */
export async function listStaff(connection: Connection): Promise<StaffAccount[]> {
  const signIns = new Map((await lastSignIns(connection)).map(({ staffId, at }) => [staffId, at]))
  return (await allStaff(connection)).map((staff) => toStaffAccount(staff, signIns.get(staff.id)))
}

/** Creates a staff account, invited by mail when no password is given. Throws conflict for an email that is taken. */
export async function createStaff(
  dependencies: Dependencies,
  caller: SuperAdmin,
  { name, email, password, role }: Received<typeof admins.create>['body'],
): Promise<StaffMember> {
  if (password !== undefined) await requirePassword(password, [email, name], 'password')
  const passwordHash = password === undefined ? null : await hashPassword(dependencies.passwordCost, password)
  return changeStaffAs(dependencies.db, caller, async (trx) => {
    const staff = await insertStaff(trx, { id: uuid(), name, email, role, passwordHash })
    if (!staff) throw emailTaken()
    await recordAudit(trx, {
      staff: caller,
      action: 'add staff',
      about: `staff ${staff.id}`,
      name,
      after: { name, email, role, isInvited: password === undefined },
    })
    if (password === undefined) await mailPasswordLink(dependencies, trx, staff, 'invited')
    return staff
  })
}

/**
 * Deactivates an account, whose sessions and links end at once, or activates it again. Throws conflict for the last
 * super_admin who can sign in.
 */
export const toggleStatus = (db: Database, caller: SuperAdmin, id: string): Promise<StaffMember> =>
  changeStaffAs(db, caller, async (trx) => {
    const { isActive, name } = await requireStaff(trx, id)
    const others = (await staffWhoCanSignIn(trx)).filter((one) => one.role === 'super_admin' && one.id !== id)
    if (isActive && others.length === 0)
      throw new ProblemError(
        'conflict',
        'The last super admin who can sign in stays active. Another one has to set a password first.',
      )
    if (isActive) {
      await revokeStaffSessions(trx, id)
      await deleteLinks(trx, id)
    }
    await recordAudit(trx, {
      staff: caller,
      action: isActive ? 'deactivate staff' : 'activate staff',
      about: `staff ${id}`,
      name,
      before: { isActive },
      after: { isActive: !isActive },
    })
    return updateStaff(trx, id, { isActive: !isActive })
  })

/** Mails a link to set a new password; earlier links stop working. Throws conflict for a deactivated account. */
export const sendPasswordLink = (dependencies: Dependencies, caller: SuperAdmin, id: string): Promise<void> =>
  changeStaffAs(dependencies.db, caller, async (trx) => {
    const staff = await requireStaff(trx, id)
    if (!staff.isActive) throw new ProblemError('conflict', 'This account is deactivated.')
    await recordAudit(trx, {
      staff: caller,
      action: 'mail password link',
      about: `staff ${id}`,
      name: staff.name,
    })
    await mailPasswordLink(dependencies, trx, staff, staff.passwordHash === null ? 'invited' : 'renewed')
  })

/** Removes the authenticator app of an account and ends its sessions, so that everybody who uses it signs in again. */
export const removeTotpOf = (db: Database, caller: SuperAdmin, id: string): Promise<void> =>
  changeStaffAs(db, caller, async (trx) => {
    const { name } = await requireStaff(trx, id)
    await deleteTotp(trx, id)
    await revokeStaffSessions(trx, id, id === caller.id ? { except: caller.sessionId } : {})
    await recordAudit(trx, { staff: caller, action: 'remove authenticator', about: `staff ${id}`, name })
  })

/**
 * Makes one change at a time, under the lock of the staff. Throws signed_out when the caller was deactivated meanwhile.
 */
const changeStaffAs = <Result>(
  db: Database,
  caller: SuperAdmin,
  change: (trx: Connection) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    if (!(await staffById(trx, caller.id))?.isActive) throw signedOut()
    return change(trx)
  })

async function requireStaff(trx: Connection, id: string): Promise<StaffMember> {
  const staff = await staffById(trx, id)
  if (!staff) throw new ProblemError('not_found', 'There is no such account')
  return staff
}

async function deleteLinks(trx: Connection, id: string) {
  for (const purpose of ['staff', 'staff password'] as const) await deleteLinksOf(trx, purpose, id)
}

const emailTaken = () => fieldProblem('email', 'Somebody on the staff has this email already', 'conflict')
