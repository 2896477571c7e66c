import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/problem.ts'

import type { Connection } from '../database/connection.ts'
import { readAccessToken, signedOut, writeAccessToken } from '../http/access-token.ts'
import { type Allowance, countTry, giveBack, networkOf } from '../http/attempts.ts'
import { insertSession, revokeSession } from '../http/session-queries.ts'
import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { passwordMatches } from './passwords.ts'
import { activeStaff, insertAction, staffByEmail, staffInSession, type StaffMember } from './queries.ts'

export { demoCredentials, ensureFirstAdmin } from './first-admin.ts'

type StaffCaller = Caller<'admin' | 'super_admin'>

const sessionSeconds = 8 * 3600

/** The active staff member whom an access token names, in a session that still lives. Throws signed_out otherwise. */
export async function identifyStaff(
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  token: string,
): Promise<StaffCaller> {
  const { id, sessionId } = await readAccessToken(secret, 'staff', token)
  const found = await staffInSession(db, sessionId, id)
  if (!found) throw signedOut()
  return { role: found.role as StaffCaller['role'], id, sessionId }
}

/** Signs a staff member in for 8 hours. Throws signed_out for anything but the right pair, too_many_requests after too many wrong ones. */
export async function signIn({ db, secret }: Parts, address: string, email: string, password: string) {
  // Counted apart and before the password is looked at: many accounts from one place, one account from many. What one
  // place may try on one account is counted first, so that it cannot use up the tries of whom the account belongs to.
  const allowances = [
    wrongPasswordsFrom(address),
    wrongPasswordsBetween(address, email),
    wrongPasswordsFor(email),
  ]
  for (const allowance of allowances) await countTry(db, allowance)
  const admin = await staffByEmail(db, email)
  const matches = await passwordMatches(admin?.passwordHash, password)
  if (!admin || !matches || !admin.isActive)
    throw new ProblemError('signed_out', 'Login failed. Please check your credentials.')
  for (const allowance of allowances) await giveBack(db, allowance)
  const token = await db.transaction().execute(async (trx) => {
    await recordAction(trx, {
      staffId: admin.id,
      action: 'sign in',
      target: `staff ${admin.id}`,
      after: { address },
    })
    return openSession(trx, secret, admin.id)
  })
  return { admin, token }
}

/**
 * Opens a session of an active super_admin for work that this process does in their name, and answers its access token.
 * No password is asked for. Throws an Error when there is no such admin.
 */
export async function actAsAdmin({ db, secret }: Pick<Parts, 'db' | 'secret'>): Promise<string> {
  const admin = (await activeStaff(db)).find(({ role }) => role === 'super_admin')
  if (!admin) throw new Error('There is no active super_admin.')
  return openSession(db, secret, admin.id)
}

async function openSession(connection: Connection, secret: string, staffId: string): Promise<string> {
  const sessionId = uuid()
  await insertSession(connection, { id: sessionId, staffId }, sessionSeconds)
  return writeAccessToken(secret, 'staff', { id: staffId, sessionId }, sessionSeconds)
}

/** Ends a staff session in every process. */
export const signOut = ({ db }: Parts, { id, sessionId }: StaffCaller): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await revokeSession(trx, sessionId)
    await recordAction(trx, { staffId: id, action: 'sign out', target: `staff ${id}` })
  })

/** What a staff member did to what (`project <id>`), with the changed fields before and after. */
export interface StaffAction {
  staffId: string
  action: string
  target: string
  before?: object | null
  after?: object | null
}

/** Writes a staff action down, in the transaction that does it. */
export const recordAction = (trx: Connection, { before, after, ...action }: StaffAction): Promise<void> =>
  insertAction(trx, { id: uuid(), ...action, before: json(before), after: json(after) })

/** Where to reach everyone who may use the admin panel. */
export const staffEmails = async (connection: Connection): Promise<string[]> =>
  (await activeStaff(connection)).map(({ email }: StaffMember) => email)

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

const quarterHour = 15 * 60

const wrongPasswordsFor = (email: string): Allowance => ({
  name: 'wrong passwords for email',
  subject: email,
  most: 25,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords for this account.',
})

const wrongPasswordsBetween = (address: string, email: string): Allowance => ({
  name: 'wrong passwords for email from address',
  subject: `${networkOf(address)} ${email}`,
  most: 5,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords for this account.',
})

const wrongPasswordsFrom = (address: string): Allowance => ({
  name: 'wrong passwords from address',
  subject: networkOf(address),
  most: 25,
  seconds: quarterHour,
  refusal: 'Too many wrong passwords from your network.',
})
