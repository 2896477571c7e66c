import { randomBytes, randomInt } from 'node:crypto'

import type { z } from 'zod'

import type { Tokens, UserData } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'

import { countTry, giveBack, hasTry, tooMany } from '../../http/attempts.ts'
import { sameText, sign } from '../../http/signed-link.ts'
import { letter } from '../../mail/letter.ts'
import type { Parts } from '../../parts.ts'
import { type Member, memberByEmail } from '../queries.ts'
import { openSession } from '../service.ts'
import { signUp } from '../sign-up.ts'
import { codesFrom, codesTo, wrongTriesFor, wrongTriesFrom } from './allowances.ts'
import { replaceCode, returnTry, secondsToWait, spendCode, takeTry } from './queries.ts'

const lifeSeconds = 10 * 60
const mostTries = 5

/**
 * Mails a new code to an email and returns the session token it is bound to; the email's older code dies.
 * Does the same whether or not there is an account. Throws too_many_requests.
 */
export async function sendCode({ db, jobs, secret }: Parts, address: string, email: string): Promise<string> {
  const sessionToken = randomBytes(32).toString('base64url')
  const code = randomInt(10 ** limits.codeDigits)
    .toString()
    .padStart(limits.codeDigits, '0')
  const hashes = {
    sessionHash: sessionHash(secret, sessionToken),
    codeHash: codeHash(secret, sessionToken, email, code),
  }
  await db.transaction().execute(async (trx) => {
    if (!(await replaceCode(trx, { email, ...hashes }, lifeSeconds, limits.resendSeconds))) {
      const seconds = await secondsToWait(trx, email, limits.resendSeconds)
      throw new ProblemError(
        'too_many_requests',
        `Please wait ${seconds} second${seconds === 1 ? '' : 's'} before asking for another code.`,
      )
    }
    await countTry(trx, codesTo(email))
    await countTry(trx, codesFrom(address))
    await jobs.enqueue(trx, 'mail', { to: email, ...codeLetter(code) })
  })
  return sessionToken
}

interface Proof {
  email: string
  otp: string
  sessionToken: string
  userData?: z.output<typeof UserData> | undefined
}

/**
 * Trades a right code for a session, signing the email up first when userData is given and there is no account.
 * Throws wrong_code for anything but the right code; with the right code but neither account nor userData,
 * not_found with requiresRegistration, and the code stays good.
 */
export async function verifyCode(
  { db, secret }: Parts,
  address: string,
  proof: Proof,
): Promise<{ member: Member; tokens: Tokens }> {
  const { email, otp, sessionToken, userData } = proof
  await countTry(db, wrongTriesFrom(address))
  // Refusals are returned, not thrown, so that the counted tries are committed.
  const outcome = await db.transaction().execute(async (trx) => {
    const code = await takeTry(trx, email, sessionHash(secret, sessionToken), mostTries)
    if (!code) return wrongCode()
    if (!(await hasTry(trx, wrongTriesFor(email)))) return await tooMany(trx, wrongTriesFor(email))
    if (!sameText(code.codeHash, codeHash(secret, sessionToken, email, otp))) return wrongCode()
    await giveBack(trx, wrongTriesFor(email))
    const member = (await memberByEmail(trx, email)) ?? (userData && (await signUp(trx, email, userData)))
    if (!member) {
      await returnTry(trx, email)
      return unregistered()
    }
    await spendCode(trx, email)
    if (member.deactivatedAt) return deactivated()
    return { member, tokens: await openSession({ db: trx, secret }, member.id) }
  })
  if (!(outcome instanceof ProblemError) || outcome.details.requiresRegistration)
    await giveBack(db, wrongTriesFrom(address))
  if (outcome instanceof ProblemError) throw outcome
  return outcome
}

const wrongCode = () => new ProblemError('wrong_code', 'OTP verification failed')
const unregistered = () =>
  new ProblemError('not_found', 'No account found for that email. Please complete signup to continue.', {
    requiresRegistration: true,
  })
const deactivated = () =>
  new ProblemError('not_allowed', 'This account has been deactivated. Please contact us.')

const sessionHash = (secret: string, sessionToken: string) => sign(secret, 'code session', sessionToken)
const codeHash = (secret: string, sessionToken: string, email: string, code: string) =>
  sign(secret, 'one-time code', [sessionToken, email, code].join('\n'))

const codeLetter = (code: string) =>
  letter({
    subject: 'Your Readymade code',
    paragraphs: [
      'Type this code on the page where you asked for it:',
      `It works once, for ${lifeSeconds / 60} minutes. We never ask for it by phone or chat.`,
      'If you did not ask for a code, somebody mistyped their email: nothing happens unless you pass it on.',
    ],
    code,
  })
