import { randomInt } from 'node:crypto'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { activeMemberWithCode } from './queries.ts'

export { commissionOf, recentCommission, recentReferred, referralsOf } from './overview.ts'
export { countReferred, earningReferrer } from './queries.ts'

/** Without letters and digits that are mistaken for each other: I and 1, O and 0. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A new code to pass on, 8 characters; a trillion are possible, so two members hardly ever draw the same. */
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The id of the active member who has a referral code. Throws invalid_input at `field` when nobody has. */
export async function referrerWithCode(connection: Connection, code: string, field: string): Promise<string> {
  const referrer = await activeMemberWithCode(connection, code)
  if (referrer) return referrer.id
  const message = 'Nobody has this referral code. Correct it or leave it empty.'
  throw new ProblemError('invalid_input', message, {
    errors: [message],
    fields: { [field]: message },
  })
}
