import { randomInt } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { encryption, sign } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { countIfAllowed, resetAttempts, tooManyAttempts } from '../platform/rate-limits/rate-limits.ts'
import { mailPasswordLink, requireOwnPassword } from './account.ts'
import { recordAudit } from './audit/service.ts'
import {
  updateStaff,
  replaceRecoveryCodes,
  staffById,
  type StaffMember,
  consumeRecoveryCode,
  consumeTotpStep,
} from './queries.ts'
import { linksTo, wrongCodesFor } from './rate-limits.ts'

/**
 * Requires the second factor of an account: passes without an authenticator app, for an unused code that the app shows
 * now, and for a recovery code, which it uses up. Throws signed_out with `requiresCode` without a code or for a wrong
 * one, and too_many_requests after 10 wrong ones an hour: the caller knows the password, so the owner is mailed a link
 * to change it.
 */
export async function requireCode(
  dependencies: Dependencies,
  staff: StaffMember,
  code: string | undefined,
): Promise<void> {
  if (staff.totpSecret === null) return
  if (!code)
    throw new ProblemError('signed_out', 'Enter the code that your authenticator app shows.', {
      requiresCode: true,
    })
  const limit = wrongCodesFor(staff.id)
  if (!(await countIfAllowed(dependencies.db, limit))) {
    await dependencies.db.transaction().execute(async (trx) => {
      if (await countIfAllowed(trx, linksTo(`${staff.email} password`)))
        await mailPasswordLink(dependencies, trx, staff, 'guessed')
    })
    throw await tooManyAttempts(dependencies.db, limit)
  }
  if (!(await isRightCode(dependencies, staff, code)))
    throw codeProblem('This code is wrong, or was used. Enter the next one that your app shows.')
  await resetAttempts(dependencies.db, limit)
}

/** Saves a confirmed secret and returns ten recovery codes, which are stored only as hashes. */
async function saveTotp(
  trx: Connection,
  secret: string,
  { id, totpPending }: StaffMember,
  step: number,
): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode)
  await updateStaff(trx, id, { totpSecret: totpPending, totpPending: null, totpStep: step })
  await replaceRecoveryCodes(
    trx,
    id,
    codes.map((code) => recoveryHash(secret, id, code)),
  )
  return codes
}

/** Removes the authenticator app and the recovery codes of an account. */
export async function deleteTotp(trx: Connection, id: string): Promise<void> {
  await updateStaff(trx, id, { totpSecret: null, totpPending: null, totpStep: null })
  await replaceRecoveryCodes(trx, id, [])
}

/** Encrypts secrets for the database, bound to the account. */
const totpEncryption = (secret: string) => encryption(secret, 'staff authenticator')

async function isRightCode({ db, secret }: Dependencies, { id, totpSecret }: StaffMember, code: string) {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(plain)) return consumeRecoveryCode(db, id, recoveryHash(secret, id, plain))
  const step = stepOf(totpEncryption(secret).decrypt(totpSecret!, id), plain)
  return step !== undefined && consumeTotpStep(db, id, step)
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Generates a recovery code of 10 of 31 characters, 49 bits, which cannot be guessed in 10 attempts an hour. */
const newRecoveryCode = () =>
  Array.from({ length: 10 }, (_, n) => `${n === 5 ? '-' : ''}${letters[randomInt(letters.length)]}`).join('')

const recoveryHash = (secret: string, id: string, code: string) =>
  sign(secret, 'staff recovery code', `${id} ${code.replaceAll('-', '')}`)

const codeProblem = (message: string) =>
  new ProblemError('signed_out', message, { requiresCode: true, fields: { code: message } })

/**
 * Creates a secret for an authenticator app, after checking the password. It applies once one of its codes is
 * confirmed; until then an app in use stays. Throws as requireOwnPassword does.
 */
export async function beginTotp(dependencies: Dependencies, caller: StaffCaller, currentPassword: string) {
  const { db, secret } = dependencies
  const { id, email } = await requireOwnPassword(dependencies, caller, currentPassword)
  const newSecret = new Secret({ size: 20 }).base32
  await updateStaff(db, id, { totpPending: totpEncryption(secret).encrypt(newSecret, id) })
  const uri = totpOf(newSecret, email).toString()
  return { secret: newSecret, uri, qr: renderSVG(uri, { border: 2 }) }
}

/**
 * Confirms the app with one of its codes, which sign-in requires from then on. Returns the recovery codes. Throws
 * wrong_code; conflict when no app was begun.
 */
export const confirmTotp = (
  { db, secret }: Dependencies,
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
    const codes = await saveTotp(trx, secret, staff, step)
    await recordAudit(trx, {
      staff,
      action: 'add authenticator',
      about: `staff ${staff.id}`,
      name: staff.name,
    })
    return codes
  })

/**
 * Removes the caller's own authenticator app. Throws invalid_input for a wrong password, wrong_code for a wrong code.
 */
export async function removeTotp(
  dependencies: Dependencies,
  caller: StaffCaller,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<void> {
  const staff = await requireOwnPassword(dependencies, caller, currentPassword)
  // A wrong code must not sign the caller out.
  await requireCode(dependencies, staff, code).catch((problem: ProblemError) => {
    throw problem.code === 'signed_out' ? fieldProblem('code', problem.message, 'wrong_code') : problem
  })
  await dependencies.db.transaction().execute(async (trx) => {
    await deleteTotp(trx, staff.id)
    await recordAudit(trx, {
      staff,
      action: 'remove authenticator',
      about: `staff ${staff.id}`,
      name: staff.name,
    })
  })
}

/** The settings that every authenticator app supports: RFC 6238 with SHA-1, six digits and 30 seconds. */
const totpOf = (secret: string, account = '') => new TOTP({ issuer: 'Readymade', label: account, secret })

/**
 * Returns the period that a code belongs to, among the current one and its two neighbours, because clocks differ;
 * undefined for none.
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}
