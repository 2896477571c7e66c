import { v7 as uuid } from 'uuid'

import { type Config, demoAdmin } from '../config.ts'
import type { Database } from '../platform/database/connection.ts'
import { activeStaff } from './lookup-queries.ts'
import { hashPassword, passwordMatches, passwordProblem } from './passwords.ts'
import { allStaff, lockFirstAdmin, placeFirstAdmin, staffByEmail } from './queries.ts'

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
 * Makes the configured admin the first super_admin when none is active. In live mode throws an Error in plain words
 * when no admin is configured, or when a staff account still has the demo password.
 */
export async function ensureFirstAdmin(
  db: Database,
  { mode, admin }: Pick<Config, 'mode' | 'admin'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockFirstAdmin(trx)
    if (mode === 'live') await refuseDemoPassword(await allStaff(trx))
    if ((await activeStaff(trx)).some(({ role }) => role === 'super_admin')) return
    if (!admin)
      throw new Error('There is no admin yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to make the first one.')
    const { email, password } = admin
    await placeFirstAdmin(trx, {
      id: uuid(),
      email,
      name: 'Admin',
      passwordHash: await hashPassword(password),
      role: 'super_admin',
    })
  })
}

/** Returns the demo sign-in while it works in demo mode; otherwise null. */
export async function demoCredentials(db: Database, { mode }: Pick<Config, 'mode'>) {
  if (mode !== 'demo') return null
  const admin = await staffByEmail(db, demoAdmin.email)
  return admin?.isActive && admin.passwordHash && (await hasDemoPassword(admin.passwordHash))
    ? { ...demoAdmin }
    : null
}

async function refuseDemoPassword(staff: { email: string; passwordHash: string | null }[]) {
  for (const { email, passwordHash } of staff) {
    if (!(await passwordMatches(passwordHash, demoAdmin.password))) continue
    throw new Error(
      `${email} still has the demo password. Change it with MODE=demo, or start MODE=live on an empty database.`,
    )
  }
}

/** Cached for each hash, because the sign-in page asks at every visit and the comparison is slow on purpose. */
const checked = new Map<string, Promise<boolean>>()

function hasDemoPassword(passwordHash: string): Promise<boolean> {
  const known = checked.get(passwordHash) ?? passwordMatches(passwordHash, demoAdmin.password)
  checked.set(passwordHash, known)
  return known
}
