import { randomInt } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

import { fieldProblem, ProblemError } from '#contract/problem.ts'

import { encryption, sign } from '../platform/crypto.ts'
import type { Connection, Database } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import type { MailParts } from '../platform/mail/send.ts'
import { countIfAllowed, resetAttempts, tooManyAttempts } from '../platform/rate-limits/rate-limits.ts'
import { mailPasswordLink, requireOwnPassword } from './account.ts'
import { recordAudit } from './audit/service.ts'
import {
  changeStaff,
  replaceRecoveryCodes,
  staffById,
  type StaffMember,
  takeRecoveryCode,
  useStep,
} from './queries.ts'
import { linksTo, wrongCodesFor } from './rate-limits.ts'

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
async function keepTotp(
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
const totpEncryption = (secret: string) => encryption(secret, 'staff authenticator')

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

/** Makes a secret for an app, for whoever knows the password. It counts once a code of it is confirmed; an app that is in use stays so until then. */
export async function beginTotp({ db, secret }: TotpParts, caller: StaffCaller, currentPassword: string) {
  const { id, email } = await requireOwnPassword(db, caller, currentPassword)
  const made = new Secret({ size: 20 }).base32
  await changeStaff(db, id, { totpPending: totpEncryption(secret).encrypt(made, id) })
  const uri = totpOf(made, email).toString()
  return { secret: made, uri, qr: renderSVG(uri, { border: 2 }) }
}

/** From now on signing in asks for a code. Answers the recovery codes. Throws wrong_code. */
export const confirmTotp = (
  { db, secret }: TotpParts,
  caller: StaffCaller,
  code: string,
): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const staff = (await staffById(trx, caller.id))!
    if (!staff.totpPending) throw new ProblemError('conflict', 'Begin again: there is no code to confirm.')
    const pending = totpEncryption(secret).decrypt(staff.totpPending, staff.id)
    const step = stepOf(pending, code.replaceAll(/\s/g, ''))
    if (step === undefined) {
      const message = 'This is not the code that the app shows now. Is the clock of your phone right?'
      throw fieldProblem('code', message, 'wrong_code')
    }
    const codes = await keepTotp(trx, secret, staff, step)
    await recordAudit(trx, {
      staff,
      action: 'add authenticator',
      about: `staff ${staff.id}`,
      name: staff.name,
    })
    return codes
  })

/** Takes the app off one's own account. Throws invalid_input for a wrong password or code. */
export async function removeTotp(
  parts: TotpParts,
  caller: StaffCaller,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<void> {
  const staff = await requireOwnPassword(parts.db, caller, currentPassword)
  // Who is signed in and gives a wrong code is not signed out by it.
  await requireCode(parts, staff, code).catch((problem: ProblemError) => {
    throw problem.code === 'signed_out' ? fieldProblem('code', problem.message, 'wrong_code') : problem
  })
  await parts.db.transaction().execute(async (trx) => {
    await forgetTotp(trx, staff.id)
    await recordAudit(trx, {
      staff,
      action: 'remove authenticator',
      about: `staff ${staff.id}`,
      name: staff.name,
    })
  })
}

/** What every authenticator app takes: RFC 6238 with SHA-1, six digits and 30 seconds. */
const totpOf = (secret: string, account = '') => new TOTP({ issuer: 'Readymade', label: account, secret })

/** The period whose code this is, of now and its two neighbours, as clocks differ; undefined when of none. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
