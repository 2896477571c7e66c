import { setTimeout as pause } from 'node:timers/promises'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import { bounceNotice } from '../platform/mail/bounces.ts'
import type { EmailContent } from '../platform/mail/email.ts'
import { mailAddress, type NecessaryKind } from '../platform/mail/send.ts'
import { Limiter } from '../platform/overload/limiter.ts'
import { networkOf } from '../platform/overload/request-scope.ts'
import { countAttempt, countIfAllowed, returnAttempt } from '../platform/rate-limits/rate-limits.ts'
import { linkMinutes, linkSubject, newLink, useLink } from '../platform/sessions/one-time-links.ts'
import { recordAudit } from './audit/service.ts'
import { passwordMatches } from './passwords.ts'
import { staffByEmail, staffById, type StaffMember } from './queries.ts'
import { linksTo, wrongPasswordsBetween, wrongPasswordsFor, wrongPasswordsFrom } from './rate-limits.ts'
import { openSession } from './service.ts'
import { requireCode } from './totp.ts'

/**
 * Comparisons run one after the other and each sign-in holds a slot of all calls, so sign-ins may use at most half of
 * those.
 */
const slots = new Limiter({ slots: 2, maxQueued: 3, maxWait: 1000 })
/**
 * Milliseconds, longer than queueing a mail takes, so that the time of the answer does not reveal whether one was
 * queued.
 */
const answerPause = 200

interface SignInResult {
  admin: StaffMember
  token: string
  /** A notice that mail to the staff member bounced. */
  notice: string | undefined
}

/**
 * Signs a staff member in for 8 hours. Throws signed_out for anything but the right email and password, and for a
 * missing or wrong code when an authenticator app is in use. Throws too_many_requests when the network failed too
 * often, or when the account is being guessed at from many networks, whether the password is right or not: then a right
 * password mails a link. Throws unavailable while too many sign in at once.
 */
export const signIn = (
  dependencies: Dependencies,
  address: string,
  credentials: Credentials,
): Promise<SignInResult> =>
  slots.run(() => verifyCredentials(dependencies, address, credentials), { client: networkOf(address) })

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

async function verifyCredentials(
  dependencies: Dependencies,
  address: string,
  { email, password, code }: Credentials,
): Promise<SignInResult> {
  const { db } = dependencies
  // All limits are counted before the password is compared. Those of the network come first, so that one network cannot
  // use up the account's attempts for all others.
  const networkLimits = [wrongPasswordsFrom(address), wrongPasswordsBetween(address, email)]
  for (const limit of networkLimits) await countAttempt(db, limit)
  const withinLimit = await countIfAllowed(db, wrongPasswordsFor(email))
  const admin = await staffByEmail(db, email)
  const matches = await passwordMatches(dependencies.passwordCost, admin?.passwordHash, password)
  const verified = matches && admin?.isActive ? admin : undefined
  if (!withinLimit) {
    // Nothing may reveal a right password here: neither the answer nor its time, and no attempt is given back.
    await Promise.all([pause(answerPause), verified && mailLink(dependencies, verified)])
    throw answeredByMail()
  }
  if (!verified) throw new ProblemError('signed_out', 'Login failed. Please check your credentials.')
  for (const limit of [...networkLimits, wrongPasswordsFor(email)]) await returnAttempt(db, limit)
  await requireCode(dependencies, verified, code)
  return db.transaction().execute((trx) => completeSignIn(trx, dependencies.secret, verified, address))
}

/**
 * Signs in with a link that was mailed for a right password, from any network. Throws expired; not_allowed for a
 * deactivated account; signed_out for a missing or wrong code.
 */
export async function signInByLink(
  dependencies: Dependencies,
  address: string,
  linkToken: string,
  code: string | undefined,
): Promise<SignInResult> {
  const { db, secret } = dependencies
  // The link is read first without being used, so that it keeps working while a code is missing or wrong.
  const staffId = await linkSubject(db, secret, 'staff', linkToken)
  const known = staffId === undefined ? undefined : await staffById(db, staffId)
  if (known?.isActive) await requireCode(dependencies, known, code)
  return db.transaction().execute(async (trx) => {
    const admin = await staffById(trx, await useLink(trx, secret, 'staff', linkToken))
    if (!admin?.isActive) throw new ProblemError('not_allowed', 'This account has been deactivated.')
    return completeSignIn(trx, secret, admin, address)
  })
}

async function completeSignIn(
  trx: Connection,
  secret: string,
  admin: StaffMember,
  address: string,
): Promise<SignInResult> {
  await recordAudit(trx, {
    staff: admin,
    action: 'sign in',
    about: `staff ${admin.id}`,
    name: admin.name,
    after: { address },
  })
  const notice = await bounceNotice(trx, admin.email, 'Find out why with whoever looks after that mailbox.')
  return { admin, token: await openSession(trx, secret, admin.id), notice }
}

const answeredByMail = () =>
  new ProblemError(
    'too_many_requests',
    'Too many wrong passwords for this account. If your password was right, we have mailed you a link to sign in.',
  )

const mailLink = (dependencies: Dependencies, { id, email }: StaffMember): Promise<void> =>
  dependencies.db.transaction().execute(async (trx) => {
    if (!(await countIfAllowed(trx, linksTo(email)))) return
    const link = await newLink(trx, dependencies, 'staff', id)
    await mailAddress(dependencies, trx, signInKind, email, linkEmail(link), { usefulMinutes: linkMinutes })
  })

const signInKind: NecessaryKind = {
  name: 'staff sign-in',
  why: 'somebody signed in to your staff account',
  isSignIn: true,
}

const linkEmail = (url: string): EmailContent => ({
  subject: 'Your Readymade staff sign-in link',
  paragraphs: [
    'Many wrong passwords were entered for your account, and then the right one. If that was you, finish signing in with the link below.',
    `It works once, for ${linkMinutes} minutes. If it was not you, somebody knows your password: change it now.`,
  ],
  button: { label: 'Sign In', url },
})
