import { v7 as uuid } from 'uuid'
import type { z } from 'zod'

import type { UserData } from '#contract/accounts.ts'

import type { Connection } from '../database/connection.ts'
import { newReferralCode, referrerWithCode } from '../referrals/service.ts'
import { insertMember, type Member, memberByEmail } from './queries.ts'

/** Creates the member of an email that has just been proven, or finds the one made at the same moment. Throws invalid_input for a referral code nobody has. */
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
    // Neither: the referral code was taken, so another is drawn.
    if (member) return member
  }
}
