import { setTimeout as pause } from 'node:timers/promises'

import { ProblemError } from '#contract/problem.ts'

import type { Parts } from '../parts.ts'
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

/** Comparing takes 30 ms, one after the other, and each sign-in keeps a slot of all calls: half of those are left to others. */
const slots = new Limiter({ slots: 2, maxQueued: 3, maxWait: 1000 })
/** Longer than it takes to ask for a mail, so that the time of the answer does not show whether one was asked for. */
const answerPause = 200

interface Entry {
  admin: StaffMember
  token: string
  /** That mail to the staff member came back. */
  notice: string | undefined
}

/**
 * Signs a staff member in for 8 hours. Throws signed_out for anything but the right pair, and with it
 * when an authenticator app is in use and its code is missing or wrong; too_many_requests when the
 * network failed too often, or, right or not, when the account is being guessed at from everywhere: then a right
 * password mails a link. Throws unavailable while too many sign in at once.
 */
export const signIn = (parts: Parts, address: string, credentials: Credentials): Promise<Entry> =>
  slots.run(() => compare(parts, address, credentials), { client: networkOf(address) })

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

async function compare(
  parts: Parts,
  address: string,
  { email, password, code }: Credentials,
): Promise<Entry> {
  const { db } = parts
  // All are counted before the password is looked at. What one network may try is counted first, so that it cannot
  // use up what the account has for all others.
  const ofNetwork = [wrongPasswordsFrom(address), wrongPasswordsBetween(address, email)]
  for (const limit of ofNetwork) await countAttempt(db, limit)
  const withinLimit = await countIfAllowed(db, wrongPasswordsFor(email))
  const admin = await staffByEmail(db, email)
  const matches = await passwordMatches(admin?.passwordHash, password)
  const rightful = matches && admin?.isActive ? admin : undefined
  if (!withinLimit) {
    // Nothing may tell right from wrong here: not the answer, not its time, and no attempt is given back.
    await Promise.all([pause(answerPause), rightful && mailLink(parts, rightful)])
    throw answeredByMail()
  }
  if (!rightful) throw new ProblemError('signed_out', 'Login failed. Please check your credentials.')
  for (const limit of [...ofNetwork, wrongPasswordsFor(email)]) await returnAttempt(db, limit)
  await requireCode(parts, rightful, code)
  return db.transaction().execute((trx) => enter(trx, parts.secret, rightful, address))
}

/** Signs in with a link that was mailed for a right password, from any network. Throws expired. */
export async function signInByLink(
  parts: Parts,
  address: string,
  linkToken: string,
  code: string | undefined,
): Promise<Entry> {
  const { db, secret } = parts
  // While a code is missing or wrong, the link stays good.
  const staffId = await linkSubject(db, secret, 'staff', linkToken)
  const known = staffId === undefined ? undefined : await staffById(db, staffId)
  if (known?.isActive) await requireCode(parts, known, code)
  return db.transaction().execute(async (trx) => {
    const admin = await staffById(trx, await useLink(trx, secret, 'staff', linkToken))
    if (!admin?.isActive) throw new ProblemError('not_allowed', 'This account has been deactivated.')
    return enter(trx, secret, admin, address)
  })
}

async function enter(trx: Connection, secret: string, admin: StaffMember, address: string): Promise<Entry> {
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

const mailLink = (parts: Parts, { id, email }: StaffMember): Promise<void> =>
  parts.db.transaction().execute(async (trx) => {
    if (!(await countIfAllowed(trx, linksTo(email)))) return
    const link = await newLink(trx, parts, 'staff', id)
    await mailAddress(parts, trx, signInKind, email, linkEmail(link), { usefulMinutes: linkMinutes })
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
