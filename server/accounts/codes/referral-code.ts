import type { Connection } from '../../database/connection.ts'
import { countAttempt, returnAttempt } from '../../rate-limits/service.ts'
import { referrerWithCode } from '../../referrals/service.ts'
import { codesFrom } from './rate-limits.ts'

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
