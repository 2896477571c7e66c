import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { Account } from '#contract/staff/accounts.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection, Database } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import type { EmailContent } from '../platform/mail/email.ts'
import { mailAddress, type NecessaryKind } from '../platform/mail/send.ts'
import { countAttempt, resetAttempts, returnAttempt } from '../platform/rate-limits/rate-limits.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { newLink, passwordLinkHours, useLink } from '../platform/sessions/one-time-links.ts'
import { deleteLinksOf, revokeStaffSessions } from '../platform/sessions/queries.ts'
import { recordAudit } from './audit/service.ts'
import { hashPassword, passwordMatches, passwordProblem } from './passwords.ts'
import { toAccount } from './presenter.ts'
import { updateStaff, countRecoveryCodes, staffById, type StaffMember } from './queries.ts'
import { wrongCodesFor, wrongOwnPasswords, wrongPasswordsFor } from './rate-limits.ts'

/** Throws invalid_input at a field for a new password that could be guessed. `about`: what others know of its owner. */
export async function requirePassword(password: string, about: string[], field: string): Promise<void> {
  const problem = (await passwordProblem(password, about))?.replace(/^expected/, 'Use')
  if (problem) throw fieldProblem(field, problem)
}

type Reason = 'invited' | 'renewed' | 'guessed'

/** Mails a staff member a link to set a password with; earlier links stop working. */
export async function mailPasswordLink(
  dependencies: Dependencies,
  trx: Connection,
  { id, email }: { id: string; email: string },
  reason: Reason,
): Promise<void> {
  await deleteLinksOf(trx, 'staff password', id)
  const url = await newLink(trx, dependencies, 'staff password', id)
  await mailAddress(dependencies, trx, kinds[reason], email, emailWith(url, reason), {
    usefulMinutes: passwordLinkHours * 60,
  })
}

const passwordKind = (why: string): NecessaryKind => ({ name: 'staff password', why, isSignIn: true })

const kinds: Record<Reason, NecessaryKind> = {
  invited: passwordKind('a super admin of Readymade added you to the staff'),
  renewed: passwordKind('a super admin of Readymade asked for it'),
  guessed: passwordKind('somebody knows the password of your staff account'),
}

const once = `The link works once, for ${passwordLinkHours / 24} days.`

const subjects: Record<Reason, string> = {
  invited: 'You are on the staff of Readymade',
  renewed: 'Set a new password for your Readymade staff account',
  guessed: 'Change the password of your Readymade staff account',
}

const paragraphs: Record<Reason, string[]> = {
  invited: ['You can now sign in to the admin panel. Set your password first.', once],
  renewed: ['Set a new password with the link below. If you have one already, it works until then.', once],
  guessed: [
    'Somebody entered your password, and then too many wrong codes of your authenticator app. If it was you, wait an hour or use the link. If it was not, set a new password now.',
    once,
  ],
}

const emailWith = (url: string, reason: Reason): EmailContent => ({
  subject: subjects[reason],
  paragraphs: paragraphs[reason],
  button: { label: 'Set Your Password', url },
})

/** Returns the account of the signed-in staff member. Throws signed_out when it no longer exists. */
export async function accountOf(connection: Connection, { id }: StaffCaller): Promise<Account> {
  const staff = await staffById(connection, id)
  if (!staff) throw signedOut()
  return toAccount(staff, await countRecoveryCodes(connection, id))
}

/** Renames the signed-in staff member. */
export const rename = (db: Database, caller: StaffCaller, name: string): Promise<Account> =>
  db.transaction().execute(async (trx) => {
    const before = (await staffById(trx, caller.id))!.name
    const staff = await updateStaff(trx, caller.id, { name })
    await recordAudit(trx, {
      staff: caller,
      action: 'change own name',
      about: `staff ${caller.id}`,
      name,
      before: { name: before },
      after: { name },
    })
    return toAccount(staff, await countRecoveryCodes(trx, caller.id))
  })

/**
 * Changes the password of the signed-in staff member and ends all their other sessions. Throws invalid_input for a
 * wrong current password or a new one that could be guessed, and too_many_requests after 5 wrong ones.
 */
export async function changePassword(
  dependencies: Dependencies,
  caller: StaffCaller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const staff = await requireOwnPassword(dependencies, caller, currentPassword)
  await requirePassword(newPassword, [staff.email, staff.name], 'newPassword')
  if (newPassword === currentPassword)
    throw fieldProblem('newPassword', 'Use a password other than the present one')
  const passwordHash = await hashPassword(dependencies.passwordCost, newPassword)
  await dependencies.db
    .transaction()
    .execute((trx) => savePassword(trx, staff, passwordHash, 'change password', caller.sessionId))
}

/**
 * Sets a password with a mailed link and ends all sessions. Throws expired; for a password that could be guessed
 * invalid_input, and the link keeps working.
 */
export const setPassword = (
  { db, secret, passwordCost }: Dependencies & { secret: string },
  linkToken: string,
  password: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const staff = await staffById(trx, await useLink(trx, secret, 'staff password', linkToken))
    if (!staff?.isActive) throw new ProblemError('not_allowed', 'This account has been deactivated.')
    await requirePassword(password, [staff.email, staff.name], 'password')
    await savePassword(trx, staff, await hashPassword(passwordCost, password), 'set password')
    for (const limit of [wrongPasswordsFor(staff.email), wrongCodesFor(staff.id)])
      await resetAttempts(trx, limit)
  })

/**
 * Checks the password of the signed-in staff member and returns the account. Throws invalid_input for a wrong password,
 * too_many_requests after 5 wrong ones.
 */
export async function requireOwnPassword(
  { db, passwordCost }: Dependencies,
  { id }: StaffCaller,
  currentPassword: string,
): Promise<StaffMember> {
  const limit = wrongOwnPasswords(id)
  await countAttempt(db, limit)
  const staff = await staffById(db, id)
  if (!(await passwordMatches(passwordCost, staff?.passwordHash, currentPassword)))
    throw fieldProblem('currentPassword', 'This is not your password')
  await returnAttempt(db, limit)
  return staff!
}

async function savePassword(
  trx: Connection,
  staff: StaffMember,
  passwordHash: string,
  action: string,
  sessionId?: string,
) {
  await updateStaff(trx, staff.id, { passwordHash })
  await revokeStaffSessions(trx, staff.id, sessionId === undefined ? {} : { except: sessionId })
  for (const purpose of ['staff', 'staff password'] as const) await deleteLinksOf(trx, purpose, staff.id)
  await recordAudit(trx, { staff, action, about: `staff ${staff.id}`, name: staff.name })
}
