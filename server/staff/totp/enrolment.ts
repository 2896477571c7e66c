import { renderSVG } from 'uqr'

import { ProblemError } from '#contract/kit/problem.ts'

import { recordAudit } from '../../audit/service.ts'
import type { Database } from '../../database/connection.ts'
import type { Caller } from '../../http/session.ts'
import type { MailParts } from '../../mail/enqueue.ts'
import { requireOwnPassword } from '../account/service.ts'
import { changeStaff, staffById } from '../queries.ts'
import { forgetTotp, keepTotp, requireCode, totpEncryption } from './service.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

type StaffCaller = Caller<'admin' | 'super_admin'>
type TotpParts = MailParts & { db: Database }

/** Makes a secret for an app, for whoever knows the password. It counts once a code of it is confirmed; an app that is in use stays so until then. */
export async function beginTotp({ db, secret }: TotpParts, caller: StaffCaller, currentPassword: string) {
  const { id, email } = await requireOwnPassword(db, caller, currentPassword)
  const made = newTotpSecret()
  await changeStaff(db, id, { totpPending: totpEncryption(secret).encrypt(made, id) })
  const uri = totpUri(made, email)
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
      throw new ProblemError('wrong_code', message, { errors: [message], fields: { code: message } })
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
    throw problem.code === 'signed_out'
      ? new ProblemError('wrong_code', problem.message, { fields: { code: problem.message } })
      : problem
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
