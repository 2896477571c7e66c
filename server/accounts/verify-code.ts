import { randomInt } from 'node:crypto'

import { v7 as uuid } from 'uuid'
import type { z } from 'zod'

import type { Tokens, UserData } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { fieldProblem, ProblemError } from '#contract/problem.ts'

import type { Parts } from '../parts.ts'
import { sameText } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import { bounceNotice } from '../platform/mail/bounces.ts'
import { mailAddress, mailMember } from '../platform/mail/send.ts'
import {
  countAttempt,
  countIfAllowed,
  resetAttempts,
  returnAttempt,
  tooManyAttempts,
} from '../platform/rate-limits/rate-limits.ts'
import type { Device } from '../platform/sessions/device.ts'
import { hasLivingLink, linkMinutes, newLink, useLink } from '../platform/sessions/one-time-links.ts'
import { readSettings } from '../staff/settings/service.ts'
import { readerAt, requireAllowedDomain } from './blocked-domains.ts'
import { answerCodes, countCodeAttempt, lockEmail, returnCodeAttempt, spendCode } from './code-queries.ts'
import { linkEmail, signInKind, welcomeEmail, welcomeKind } from './emails.ts'
import { activeMemberWithCode, type Member, memberByEmail } from './lookup-queries.ts'
import { insertMember } from './queries.ts'
import { codesFrom, codesTo, wrongCodesFor, wrongCodesFrom } from './rate-limits.ts'
import { codeHash, sessionHash } from './send-code.ts'
import { openSession } from './service.ts'

type Person = z.output<typeof UserData>
/** What comes with a proof: the person, when they sign up, and where they are. */
interface Who {
  userData?: Person | undefined
  device?: Device | undefined
}
interface Proof extends Who {
  email: string
  otp: string
  sessionToken: string
}
interface Entry {
  member: Member
  tokens: Tokens
  /** That mail to the member came back. */
  notice: string | undefined
}

/**
 * Trades a right code for a session, signing the email up first when userData is given and there is no account.
 * Throws wrong_code for anything but the right code; too_many_requests when digits are not compared; with the right
 * code but neither account nor userData, not_found with requiresRegistration, and the code stays good.
 */
export async function verifyCode(parts: Parts, address: string, proof: Proof): Promise<Entry> {
  const { db, secret } = parts
  const { email, otp, sessionToken, userData, device } = proof
  const session = sessionHash(secret, sessionToken)
  if (!(await countIfAllowed(db, wrongCodesFrom(address)))) throw await networkRefusal(db, address)
  // Counted before it is compared and in a statement of its own, so that no failure gives it back.
  const code = await countCodeAttempt(db, email, session, limits.codeAttempts)
  if (!code) throw wrongCode()
  if (!(await countIfAllowed(db, wrongCodesFor(email)))) throw await onlyByLink(parts, email)
  if (!sameText(code.codeHash, codeHash(secret, sessionToken, email, otp))) throw wrongCode()
  // A right code costs nothing, also when sign-up still has something to ask.
  await returnCodeAttempt(db, email, session)
  await returnAttempt(db, wrongCodesFor(email))
  await returnAttempt(db, wrongCodesFrom(address))
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, email)
    if (!(await spendCode(trx, email, session))) throw wrongCode()
    return enter(trx, parts, email, { userData, device })
  })
}

/**
 * Trades a mailed link for a session, like a right code. Whoever asked for the mail, and whatever was tried since: a
 * link works. Throws expired; with the email, not_found with requiresRegistration, and the link stays good.
 */
export const verifyLink = (parts: Parts, linkToken: string, who: Who): Promise<Entry> =>
  parts.db.transaction().execute(async (trx) => {
    const email = await useLink(trx, parts.secret, 'member', linkToken)
    await lockEmail(trx, email)
    return enter(trx, parts, email, who)
  })

/** Opens the session of a proven email. What strangers used up of its mails and waits is given back. */
async function enter(
  trx: Connection,
  parts: Parts,
  email: string,
  { userData, device }: Who,
): Promise<Entry> {
  const member =
    (await memberByEmail(trx, email)) ?? (userData && (await welcome(trx, parts, email, userData)))
  if (!member) throw unregistered(email)
  if (member.deactivatedAt) throw deactivated()
  await answerCodes(trx, email)
  await resetAttempts(trx, codesTo(email))
  const tokens = await openSession({ db: trx, secret: parts.secret }, member.id, device)
  const notice = await bounceNotice(trx, email, 'Check your email in Settings.')
  return { member, tokens, notice }
}

async function welcome(trx: Connection, parts: Parts, email: string, userData: Person): Promise<Member> {
  await requireAllowedDomain(trx, email, 'userData/email')
  const member = await signUp(trx, email, userData)
  const { feeRate } = await readSettings(trx, 'fees')
  const { publicUrl } = parts.config
  await mailMember(parts, trx, welcomeKind, member.id, welcomeEmail(member.name, { publicUrl, feeRate }))
  return member
}

/** The refusal while an email is being guessed at. The mail it speaks of is sent when there is none yet. */
async function onlyByLink(parts: Parts, email: string): Promise<ProblemError> {
  if (!(await hasLivingLink(parts.db, 'member', email))) {
    await parts.db.transaction().execute(async (trx) => {
      await lockEmail(trx, email)
      if (await hasLivingLink(trx, 'member', email)) return
      await countAttempt(trx, codesTo(email))
      if ((await readerAt(trx, email)) === 'nobody') return
      const link = await newLink(trx, parts, 'member', email)
      await mailAddress(parts, trx, signInKind, email, linkEmail(link), { usefulMinutes: linkMinutes })
    })
  }
  return new ProblemError(
    'too_many_requests',
    'Somebody has entered many wrong codes for this email. Open the link in the email we sent you instead.',
  )
}

/** A mail that is asked for from such a network has a link, which no stranger in it can use up. */
async function networkRefusal(db: Connection, address: string): Promise<ProblemError> {
  const { code, message } = await tooManyAttempts(db, wrongCodesFrom(address))
  return new ProblemError(code, `${message} Or ask for a new code: its email has a link that signs you in.`)
}

const wrongCode = () => new ProblemError('wrong_code', 'OTP verification failed')
const unregistered = (email: string) =>
  new ProblemError('not_found', 'No account found for that email. Please complete signup to continue.', {
    requiresRegistration: true,
    email,
  })
const deactivated = () =>
  new ProblemError('not_allowed', 'This account has been deactivated. Please contact us.')

/** Creates the member of an email that has just been proven, or finds the one made at the same moment. Throws invalid_input for a referral code nobody has. */
export async function signUp(
  connection: Connection,
  email: string,
  userData: z.output<typeof UserData>,
): Promise<Member> {
  const { name, phone, college, course, year, referralCode } = userData
  const referredBy = referralCode
    ? await referrerWithCode(connection, referralCode, 'userData/referralCode')
    : null
  const profile = { email, name, phone, college, course, year, referredBy, isEmailVerified: true }
  for (;;) {
    const member =
      (await insertMember(connection, { id: uuid(), referralCode: newReferralCode(), ...profile })) ??
      (await memberByEmail(connection, email))
    // Neither: the referral code was taken, so another is drawn.
    if (member) return member
  }
}

/**
 * Throws invalid_input for a referral code that nobody has, before anything is mailed. Such a code counts as a one-time code
 * that the client asked for, so that referral codes cannot be guessed at without end; the email's own limit is left alone.
 */
export async function checkReferralCode(
  connection: Connection,
  address: string,
  referralCode: string,
): Promise<void> {
  // Counted before it is looked up, so that what is asked at the same moment cannot exceed the limit.
  await countAttempt(connection, codesFrom(address))
  await referrerWithCode(connection, referralCode, 'referralCode')
  await returnAttempt(connection, codesFrom(address))
}

/** Without letters and digits that are mistaken for each other: I and 1, O and 0. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A new code to pass on, 8 characters; a trillion are possible, so two members hardly ever draw the same. */
const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The id of the active member who has a referral code. Throws invalid_input at `field` when nobody has. */
async function referrerWithCode(connection: Connection, code: string, field: string): Promise<string> {
  const referrer = await activeMemberWithCode(connection, code)
  if (referrer) return referrer.id
  throw fieldProblem(field, 'Nobody has this referral code. Correct it or leave it empty.')
}
