import { randomInt } from 'node:crypto'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection, Database } from '../../database/connection.ts'
import { encryption } from '../../encryption.ts'
import { sign } from '../../http/signed-link.ts'
import type { MailParts } from '../../mail/enqueue.ts'
import { countIfAllowed, resetAttempts, tooManyAttempts } from '../../rate-limits/service.ts'
import { mailPasswordLink } from '../account/password-link.ts'
import { changeStaff, type StaffMember } from '../queries.ts'
import { linksTo, wrongCodesFor } from '../rate-limits.ts'
import { replaceRecoveryCodes, takeRecoveryCode, useStep } from './queries.ts'
import { stepOf } from './totp.ts'

export { countRecoveryCodes as recoveryCodesLeft } from './queries.ts'

type TotpParts = MailParts & { db: Database }

/**
 * Passes for an account without an authenticator app, and for a code that its app shows now and that was not used, or a
 * recovery code, which it uses up. Throws signed_out with `requiresCode` without a code; for a wrong one signed_out, and
 * after 10 an hour too_many_requests: then whoever tries knows the password, and its owner is mailed a link to change it.
 */
export async function requireCode(
  parts: TotpParts,
  staff: StaffMember,
  code: string | undefined,
): Promise<void> {
  if (staff.totpSecret === null) return
  if (!code)
    throw new ProblemError('signed_out', 'Enter the code that your authenticator app shows.', {
      requiresCode: true,
    })
  const limit = wrongCodesFor(staff.id)
  if (!(await countIfAllowed(parts.db, limit))) {
    await parts.db.transaction().execute(async (trx) => {
      if (await countIfAllowed(trx, linksTo(`${staff.email} password`)))
        await mailPasswordLink(parts, trx, staff, 'guessed')
    })
    throw await tooManyAttempts(parts.db, limit)
  }
  if (!(await isRightCode(parts, staff, code)))
    throw codeProblem('This code is wrong, or was used. Enter the next one that your app shows.')
  await resetAttempts(parts.db, limit)
}

/** Keeps a confirmed secret and answers ten recovery codes, which are stored only as hashes. */
export async function keepTotp(
  trx: Connection,
  secret: string,
  { id, totpPending }: StaffMember,
  step: number,
): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode)
  await changeStaff(trx, id, { totpSecret: totpPending, totpPending: null, totpStep: step })
  await replaceRecoveryCodes(
    trx,
    id,
    codes.map((code) => recoveryHash(secret, id, code)),
  )
  return codes
}

/** Takes the authenticator app and the recovery codes off an account. */
export async function forgetTotp(trx: Connection, id: string): Promise<void> {
  await changeStaff(trx, id, { totpSecret: null, totpPending: null, totpStep: null })
  await replaceRecoveryCodes(trx, id, [])
}

/** Secrets as they are stored, tied to the account. */
export const totpEncryption = (secret: string) => encryption(secret, 'staff authenticator')

async function isRightCode({ db, secret }: TotpParts, { id, totpSecret }: StaffMember, code: string) {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(plain)) return takeRecoveryCode(db, id, recoveryHash(secret, id, plain))
  const step = stepOf(totpEncryption(secret).decrypt(totpSecret!, id), plain)
  return step !== undefined && useStep(db, id, step)
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 10 of 31 letters, 49 bits: nobody guesses one in 10 attempts an hour. */
const newRecoveryCode = () =>
  Array.from({ length: 10 }, (_, n) => `${n === 5 ? '-' : ''}${letters[randomInt(letters.length)]}`).join('')

const recoveryHash = (secret: string, id: string, code: string) =>
  sign(secret, 'staff recovery code', `${id} ${code.replaceAll('-', '')}`)

const codeProblem = (message: string) =>
  new ProblemError('signed_out', message, { requiresCode: true, fields: { code: message } })
