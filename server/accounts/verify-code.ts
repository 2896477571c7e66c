import { randomInt } from 'node:crypto'

import { v7 as uuid } from 'uuid'
import type { z } from 'zod'

import type { Tokens, UserData } from '#contract/accounts/accounts.ts'
import { clock } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
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
import { hasValidLink, linkMinutes, newLink, useLink } from '../platform/sessions/one-time-links.ts'
import { readSettings } from '../staff/settings/service.ts'
import { recordSignUp } from './acceptances.ts'
import { allowedReader, requireAllowedDomain } from './blocked-domains.ts'
import {
  markCodesAnswered,
  countCodeAttempt,
  lockEmail,
  returnCodeAttempt,
  consumeCode,
} from './code-queries.ts'
import { linkEmail, signInKind, welcomeEmail, welcomeKind } from './emails.ts'
import { leftBehindOf } from './left-behind-queries.ts'
import { type Member, memberByEmail } from './lookup-queries.ts'
import { requirePublicProfile } from './public-profile.ts'
import { insertMember, activeMemberByReferralCode } from './queries.ts'
import { codesFrom, codesTo, wrongCodesFor, wrongCodesFrom } from './rate-limits.ts'
import { codeHash, mailedHash, sessionHash } from './send-code.ts'
import { openSession } from './service.ts'

type SignUpData = z.output<typeof UserData>
/** The data that comes with a code or link: the person, when they sign up, and their device. */
interface SignInInput {
  userData?: SignUpData | undefined
  device?: Device | undefined
}
interface CodeInput extends SignInInput {
  email: string
  otp: string
  sessionToken: string
}
interface SignInResult {
  member: Member
  tokens: Tokens
  /** A notice that mail to the member bounced. */
  notice: string | undefined
  leftBehind: string[]
}

/**
 * Exchanges a right code for a session, signing the email up first when userData is given and there is no account.
 * Throws wrong_code for anything but the right code, and expired for one that a newer one replaced; too_many_requests when codes are not compared; with the right code
 * but neither account nor userData, not_found with requiresRegistration, and invalid_input for userData that are refused;
 * the code keeps working then.
 */
export async function verifyCode(
  dependencies: Dependencies,
  address: string,
  input: CodeInput,
): Promise<SignInResult> {
  const { db, secret } = dependencies
  const { email, otp, sessionToken, userData, device } = input
  const session = sessionHash(secret, sessionToken)
  if (!(await countIfAllowed(db, wrongCodesFrom(address)))) throw await networkRefusal(db, address)
  // Counted before the comparison and in its own statement, so that no failure gives the attempt back.
  const code = await countCodeAttempt(db, email, session, limits.codeAttempts)
  if (!code) throw wrongCode()
  if (!(await countIfAllowed(db, wrongCodesFor(email)))) throw await linkOnlyRefusal(dependencies, email)
  const isRight = sameText(code.codeHash, codeHash(secret, sessionToken, email, otp))
  const isSuperseded = !isRight && code.supersededHashes.includes(mailedHash(secret, email, otp))
  if (!isRight && !isSuperseded) throw wrongCode()
  // A right code uses up no attempt, even when sign-up still lacks data; nor does one that a newer one replaced.
  await returnCodeAttempt(db, email, session)
  await returnAttempt(db, wrongCodesFor(email))
  await returnAttempt(db, wrongCodesFrom(address))
  if (isSuperseded) throw supersededCode(code.sentAt)
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, email)
    if (!(await consumeCode(trx, email, session))) throw wrongCode()
    return completeSignIn(trx, dependencies, email, { userData, device })
  })
}

/**
 * Exchanges a mailed link for a session, like a right code, whoever requested the mail and however many codes were
 * tried since. Throws expired; without an account or userData, not_found with requiresRegistration and the email, and
 * invalid_input for userData that are refused; the link keeps working then.
 */
export const verifyLink = (
  dependencies: Dependencies,
  linkToken: string,
  input: SignInInput,
): Promise<SignInResult> =>
  dependencies.db.transaction().execute(async (trx) => {
    const email = await useLink(trx, dependencies.secret, 'member', linkToken)
    await lockEmail(trx, email)
    return completeSignIn(trx, dependencies, email, input)
  })

/** Opens a session for a verified email, and resets the mails and waits that strangers may have used up. */
async function completeSignIn(
  trx: Connection,
  dependencies: Dependencies,
  email: string,
  { userData, device }: SignInInput,
): Promise<SignInResult> {
  const member =
    (await memberByEmail(trx, email)) ??
    (userData && (await signUpAndGreet(trx, dependencies, email, userData)))
  if (!member) throw unregistered(email)
  if (member.deactivatedAt) throw deactivated()
  await markCodesAnswered(trx, email)
  await resetAttempts(trx, codesTo(email))
  const tokens = await openSession({ db: trx, secret: dependencies.secret }, member.id, device)
  const notice = await bounceNotice(trx, email, 'Check your email in Settings.')
  const leftBehind = (await leftBehindOf(trx, member.id)).map(({ entries }) => entries)
  return { member, tokens, notice, leftBehind }
}

async function signUpAndGreet(
  trx: Connection,
  dependencies: Dependencies,
  email: string,
  userData: SignUpData,
): Promise<Member> {
  await requireAllowedDomain(trx, email, 'userData/email')
  await requirePublicProfile(trx, userData, 'userData/')
  const member = await signUp(trx, email, userData)
  if (userData.acceptedTerms) await recordSignUp(trx, member.id, userData.acceptedTerms)
  const { feeRate } = await readSettings(trx, 'fees')
  const { publicUrl } = dependencies.config
  await mailMember(
    dependencies,
    trx,
    welcomeKind,
    member.id,
    welcomeEmail(member.name, { publicUrl, feeRate }),
  )
  return member
}

/** The refusal while codes are being guessed for an email. Mails the link it mentions when there is none yet. */
async function linkOnlyRefusal(dependencies: Dependencies, email: string): Promise<ProblemError> {
  if (!(await hasValidLink(dependencies.db, 'member', email))) {
    await dependencies.db.transaction().execute(async (trx) => {
      await lockEmail(trx, email)
      if (await hasValidLink(trx, 'member', email)) return
      await countAttempt(trx, codesTo(email))
      if ((await allowedReader(trx, email)) === 'nobody') return
      const link = await newLink(trx, dependencies, 'member', email)
      await mailAddress(dependencies, trx, signInKind, email, linkEmail(link), { usefulMinutes: linkMinutes })
    })
  }
  return new ProblemError(
    'too_many_requests',
    'Somebody has entered many wrong codes for this email. Open the link in the email we sent you instead.',
  )
}

/**
 * The refusal for a network with too many wrong codes. A code requested from it comes with a link, which no stranger in
 * the network can use up.
 */
async function networkRefusal(db: Connection, address: string): Promise<ProblemError> {
  const { code, message } = await tooManyAttempts(db, wrongCodesFrom(address))
  return new ProblemError(code, `${message} Or ask for a new code: its email has a link that signs you in.`)
}

const supersededCode = (sentAt: Date) =>
  new ProblemError(
    'expired',
    `A newer code was sent at ${clock(sentAt)}. Enter that one; only the newest code works.`,
  )
const wrongCode = () => new ProblemError('wrong_code', 'OTP verification failed')
const unregistered = (email: string) =>
  new ProblemError('not_found', 'No account found for that email. Please complete signup to continue.', {
    requiresRegistration: true,
    email,
  })
const deactivated = () =>
  new ProblemError('not_allowed', 'This account has been deactivated. Please contact us.')

/**
 * Creates the member of a verified email, or returns the one created at the same moment. Throws invalid_input for an
 * unknown referral code.
 */
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
    // When neither exists the generated referral code was taken, so another is generated.
    if (member) return member
  }
}

/**
 * Throws invalid_input for an unknown referral code, before anything is mailed. Such a code counts as a one-time code
 * that the client requested, so that referral codes cannot be guessed without limit; the email's own limit is not
 * touched.
 */
export async function checkReferralCode(
  connection: Connection,
  address: string,
  referralCode: string,
): Promise<void> {
  // Counted before the lookup, so that simultaneous requests cannot exceed the limit.
  await countAttempt(connection, codesFrom(address))
  await referrerWithCode(connection, referralCode, 'referralCode')
  await returnAttempt(connection, codesFrom(address))
}

/** The letters and digits of referral codes, without those mistaken for each other: I and 1, O and 0. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Generates a referral code of 8 characters; with a trillion possible ones, two members hardly ever get the same. */
const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns the id of the active member who has a referral code. Throws invalid_input at `field` when nobody has. */
async function referrerWithCode(connection: Connection, code: string, field: string): Promise<string> {
  const referrer = await activeMemberByReferralCode(connection, code)
  if (referrer) return referrer.id
  throw fieldProblem(field, 'Nobody has this referral code. Correct it or leave it empty.')
}
