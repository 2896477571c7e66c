import type { EmailChange } from '#contract/accounts/account-settings.ts'
import { fieldProblem } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { mailAddress } from '../platform/mail/send.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { revokeSessionsOf } from '../platform/sessions/queries.ts'
import { requireAllowedDomain } from './blocked-domains.ts'
import { expireConfirmation, activeConfirmation, lockEmail } from './code-queries.ts'
import { requestConfirmation, requireCorrectCodes, useConfirmation } from './confirmations.ts'
import { emailChangedKind, newAddressNotice, oldAddressNotice } from './emails.ts'
import { type Member, memberById } from './lookup-queries.ts'
import { toEmailChange } from './presenter.ts'
import { isUniqueViolation, setEmail } from './queries.ts'
import { deleteTracesOf } from './status.ts'

const purpose = 'change email'

/** Returns the change that waits for its codes, or null. */
export async function pendingEmailChange(
  connection: Connection,
  memberId: string,
): Promise<EmailChange | null> {
  const pending = await activeConfirmation(connection, memberId, purpose)
  return pending ? toEmailChange(pending) : null
}

/**
 * Mails the two codes, whether or not the new address has an account. Throws as requestConfirmation does, and
 * invalid_input for the member's own address and a blocked domain.
 */
export async function requestEmailChange(
  dependencies: Dependencies,
  memberId: string,
  email: string,
): Promise<EmailChange> {
  const member = await memberById(dependencies.db, memberId)
  if (!member) throw signedOut()
  if (member.email === email) throw fieldProblem('email', 'This is your email already.')
  await requireAllowedDomain(dependencies.db, email)
  return toEmailChange(await requestConfirmation(dependencies, member, email))
}

export const cancelEmailChange = (connection: Connection, memberId: string): Promise<void> =>
  expireConfirmation(connection, memberId, purpose)

/**
 * Changes the email of a member who has both codes, signs out all their other sessions and mails both addresses. Throws
 * as requireCorrectCodes does, and conflict when another account has the address: only the reader of its mails learns
 * this.
 */
export async function confirmEmailChange(
  dependencies: Dependencies,
  { id, sessionId }: Caller,
  codes: { code: string; emailCode: string },
): Promise<Member> {
  const confirmation = await requireCorrectCodes(dependencies, id, purpose, codes)
  const email = confirmation.email!
  const changing = dependencies.db.transaction().execute(async (trx) => {
    const before = await memberById(trx, id)
    if (!before) throw signedOut()
    // The lock keeps anybody from signing in with the old address meanwhile.
    await lockEmail(trx, before.email)
    await useConfirmation(trx, confirmation)
    const member = await setEmail(trx, id, email)
    await deleteTracesOf(trx, before.email)
    await revokeSessionsOf(trx, id, { except: sessionId })
    const { publicUrl } = dependencies.config
    await mailAddress(dependencies, trx, emailChangedKind, before.email, oldAddressNotice(email, publicUrl))
    await mailAddress(dependencies, trx, emailChangedKind, email, newAddressNotice(publicUrl))
    return member
  })
  return changing.catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? fieldProblem('email', 'Another account has this email.', 'conflict')
      : error
  })
}
