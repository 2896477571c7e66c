import { randomInt } from 'node:crypto'

import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { sameText, sign } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import {
  countAttempt,
  countIfAllowed,
  returnAttempt,
  tooManyAttempts,
} from '../platform/rate-limits/rate-limits.ts'
import {
  type Confirmation,
  countConfirmationAttempt,
  type Purpose,
  replaceConfirmation,
  secondsToNextConfirmation,
  consumeConfirmation,
  withdrawConfirmation,
} from './code-queries.ts'
import {
  changeEmail,
  changeKind,
  deletionEmail,
  deletionKind,
  newAddressEmail,
  newAddressKind,
} from './emails.ts'
import type { Member } from './lookup-queries.ts'
import { confirmationsOf, confirmationsTo, wrongConfirmationsOf } from './rate-limits.ts'

const lifeSeconds = 10 * 60
const minutes = lifeSeconds / 60
const maxAttempts = 5

/**
 * Mails a member the code that deletes the account, or with `newEmail` the two codes that change its email, one to each
 * address. Earlier codes of the same purpose stop working. Throws too_many_requests; throws unavailable or
 * invalid_input when a mail cannot be sent, and then no code works.
 */
export async function requestConfirmation(
  { db, secret, sendNow }: Dependencies,
  { id: memberId, email }: Pick<Member, 'id' | 'email'>,
  newEmail?: string,
): Promise<Confirmation> {
  const purpose: Purpose = newEmail === undefined ? 'delete account' : 'change email'
  const [code, emailCode] = [newCode(), newCode()]
  const confirmation = await db.transaction().execute(async (trx) => {
    const hash = (one: string) => codeHash(secret, { memberId, purpose, email: newEmail ?? null }, one)
    const stored = await replaceConfirmation(
      trx,
      {
        memberId,
        purpose,
        codeHash: hash(code),
        email: newEmail ?? null,
        emailCodeHash: newEmail === undefined ? null : hash(emailCode),
      },
      { life: lifeSeconds, wait: limits.resendSeconds },
    )
    if (!stored)
      throw retryLater(await secondsToNextConfirmation(trx, memberId, purpose, limits.resendSeconds))
    await countAttempt(trx, confirmationsOf(memberId))
    if (newEmail !== undefined) await countAttempt(trx, confirmationsTo(newEmail))
    return stored
  })
  try {
    // The mail to the new address goes first, because that address may not exist.
    if (newEmail !== undefined) {
      await sendNow(newAddressKind, newEmail, newAddressEmail(emailCode, minutes), memberId)
      await sendNow(changeKind, email, changeEmail(code, newEmail, minutes), memberId).catch(
        rethrowOwnBounce(email),
      )
    } else
      await sendNow(deletionKind, email, deletionEmail(code, minutes), memberId).catch(
        rethrowOwnBounce(email),
      )
  } catch (error) {
    await withdrawConfirmation(db, confirmation)
    throw error
  }
  return confirmation
}

/**
 * Checks a member's codes and returns their confirmation, to be used up in the transaction that does what was
 * confirmed. Throws expired when there is nothing to confirm, wrong_code naming the wrong field, and too_many_requests
 * when codes are not compared.
 */
export async function requireCorrectCodes(
  { db, secret }: Dependencies,
  memberId: string,
  purpose: Purpose,
  codes: { code: string; emailCode?: string },
): Promise<Confirmation> {
  const limit = wrongConfirmationsOf(memberId)
  if (!(await countIfAllowed(db, limit))) throw await tooManyAttempts(db, limit)
  // Counted before the comparison and in its own statement, so that no failure gives the attempt back.
  const confirmation = await countConfirmationAttempt(db, memberId, purpose, maxAttempts)
  if (!confirmation) throw expiredCode()
  const isRight = (code: string | undefined, hash: string | null) =>
    hash === null || (code !== undefined && sameText(hash, codeHash(secret, confirmation, code)))
  const wrong = [
    ...(isRight(codes.code, confirmation.codeHash) ? [] : ['code']),
    ...(isRight(codes.emailCode, confirmation.emailCodeHash) ? [] : ['emailCode']),
  ]
  if (wrong.length > 0) throw wrongCode(wrong)
  await returnAttempt(db, limit)
  return confirmation
}

/**
 * Uses up a confirmation, in the transaction that does what was confirmed. Throws expired when it was used meanwhile.
 */
export async function useConfirmation(trx: Connection, confirmation: Confirmation): Promise<void> {
  if (!(await consumeConfirmation(trx, confirmation))) throw expiredCode()
}

const expiredCode = () =>
  new ProblemError('expired', 'The code has expired or was tried too often. Ask for a new one.')

const newCode = () =>
  randomInt(10 ** limits.codeDigits)
    .toString()
    .padStart(limits.codeDigits, '0')

const codeHash = (
  secret: string,
  { memberId, purpose, email }: Pick<Confirmation, 'memberId' | 'purpose' | 'email'>,
  code: string,
) => sign(secret, 'confirmation', [memberId, purpose, email ?? '', code].join('\n'))

const retryLater = (seconds: number) =>
  new ProblemError(
    'too_many_requests',
    `Please wait ${counted(seconds, 'second')} before asking for another code.`,
  )

function wrongCode(names: string[]): ProblemError {
  const message = 'This code is wrong. Look at the newest email from us.'
  const fields = Object.fromEntries(names.map((name) => [name, message]))
  return new ProblemError('wrong_code', message, { errors: [message], fields })
}

/** A bounce of the member's current address is not about the address they have just typed. */
const rethrowOwnBounce =
  (email: string) =>
  (error: unknown): never => {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_input') throw error
    throw new ProblemError('conflict', `Mail to ${email} comes back. Please write to us on the contact page.`)
  }
