import { v7 as uuid } from 'uuid'

import { type Config, demoAdmin } from '../config.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import { logAlert } from '../platform/metrics.ts'
import { revokeStaffSessions } from '../platform/sessions/queries.ts'
import { recordAudit } from './audit/service.ts'
import { activeStaff, staffWhoCanSignIn } from './lookup-queries.ts'
import { hashPassword, type PasswordCost, passwordMatches, passwordProblem } from './passwords.ts'
import { allStaff, lockFirstAdmin, lockStaff, upsertFirstAdmin, staffByEmail } from './queries.ts'
import { deleteTotp } from './totp.ts'

/**
 * Throws an Error in plain words when the configured admin has a password that is easy to guess; demo mode accepts any.
 */
export async function requireStrongPassword({
  mode,
  adminEmail,
  adminPassword,
}: Pick<Config, 'mode' | 'adminEmail' | 'adminPassword'>): Promise<void> {
  if (mode !== 'live' || adminPassword === undefined) return
  const weakness = await passwordProblem(adminPassword, adminEmail ? [adminEmail] : [])
  if (weakness) throw new Error(`ADMIN_PASSWORD is not usable with MODE=live: ${weakness}.`)
}

/**
 * Makes the configured admin the first super_admin, or lets them back in when no super_admin can sign in: their account
 * is active again, has the configured password and no authenticator app, and the log and the audit log say so. Throws
 * an Error in plain words when there is no super_admin and none is configured; in live mode also when a staff account
 * still has the demo password.
 */
export async function ensureFirstAdmin(
  { db, passwordCost }: Dependencies,
  { mode, admin }: Pick<Config, 'mode' | 'admin'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockFirstAdmin(trx)
    await lockStaff(trx)
    if (mode === 'live') await refuseDemoPassword(passwordCost, await allStaff(trx))
    if ((await staffWhoCanSignIn(trx)).some(isSuperAdmin)) return
    if (admin) return letIn(trx, { ...admin, passwordHash: await hashPassword(passwordCost, admin.password) })
    if (!(await activeStaff(trx)).some(isSuperAdmin))
      throw new Error('There is no admin yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to make the first one.')
    logAlert('No super admin can sign in', { remedy: 'Start with ADMIN_EMAIL and ADMIN_PASSWORD set.' })
  })
}

async function letIn(trx: Connection, { email, passwordHash }: { email: string; passwordHash: string }) {
  const isFirst = (await allStaff(trx)).length === 0
  const { id, name } = await upsertFirstAdmin(trx, {
    id: uuid(),
    email,
    name: 'Admin',
    passwordHash,
    role: 'super_admin',
  })
  if (isFirst) return
  await deleteTotp(trx, id)
  await revokeStaffSessions(trx, id)
  await recordAudit(trx, { staff: { id }, action: 'let in at a start', about: `staff ${id}`, name })
  logAlert('No super admin could sign in; ADMIN_EMAIL was let in with ADMIN_PASSWORD', { staff: id, email })
}

const isSuperAdmin = ({ role }: { role: string }) => role === 'super_admin'

/** Returns the demo sign-in while it works in demo mode; otherwise null. */
export async function demoCredentials({ db, config, passwordCost }: Dependencies) {
  if (config.mode !== 'demo') return null
  const admin = await staffByEmail(db, demoAdmin.email)
  return admin?.isActive && admin.passwordHash && (await hasDemoPassword(passwordCost, admin.passwordHash))
    ? { ...demoAdmin }
    : null
}

async function refuseDemoPassword(
  cost: PasswordCost,
  staff: { email: string; passwordHash: string | null }[],
) {
  for (const { email, passwordHash } of staff) {
    if (!(await passwordMatches(cost, passwordHash, demoAdmin.password))) continue
    throw new Error(
      `${email} still has the demo password. Change it with MODE=demo, or start MODE=live on an empty database.`,
    )
  }
}

/** Cached for each hash, because the sign-in page asks at every visit and the comparison is slow on purpose. */
const checked = new Map<string, Promise<boolean>>()

function hasDemoPassword(cost: PasswordCost, passwordHash: string): Promise<boolean> {
  const known = checked.get(passwordHash) ?? passwordMatches(cost, passwordHash, demoAdmin.password)
  checked.set(passwordHash, known)
  return known
}
