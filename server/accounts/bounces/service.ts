import { ProblemError } from '#contract/kit/problem.ts'

import { insertBounce, readBounce } from '../../mail/bounces.ts'
import type { Parts } from '../../parts.ts'
import { lockEmail } from '../codes/queries.ts'
import { memberByEmail } from '../queries.ts'

/**
 * Takes the report of an email that came back after the mail server had taken it: a member's address that does not exist
 * is not written to again. Answers whether it was marked: not for a delay, nor for an address that is no member's.
 * Throws invalid_input for what is no report about an email of ours.
 */
export async function takeBounce(
  { db, secret }: Pick<Parts, 'db' | 'secret'>,
  raw: string,
): Promise<boolean> {
  const bounce = readBounce(secret, raw)
  if (!bounce) throw new ProblemError('invalid_input', 'This is not a report about an email of ours')
  const { email, reply, isHard } = bounce
  if (!isHard) return false
  return db.transaction().execute(async (trx) => {
    // An account that is deleted meanwhile leaves nothing behind.
    await lockEmail(trx, email)
    if (!(await memberByEmail(trx, email))) return false
    await insertBounce(trx, email, reply)
    return true
  })
}
