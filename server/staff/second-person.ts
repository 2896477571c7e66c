import { ProblemError } from '#contract/problem.ts'

import type { Connection } from '../platform/database/connection.ts'
import { staffWhoCanSignIn } from './lookup-queries.ts'

/** Whether acts on money take two members of staff: not while only one of them can sign in. */
export const needsSecondPerson = async (connection: Connection): Promise<boolean> =>
  (await staffWhoCanSignIn(connection)).length > 1

/**
 * Requires that the second step of an act on money is not taken by the member of staff who took the first. Returns the
 * mark for the record in the audit log: `isAlone` when one person took both because nobody else can sign in. Throws
 * not_allowed and the sentence `refusal`.
 */
export async function requireSecondPerson(
  connection: Connection,
  staffId: string,
  firstStaffId: string | null,
  refusal: string,
): Promise<{ isAlone: boolean }> {
  const isAlone = staffId === firstStaffId
  if (isAlone && (await needsSecondPerson(connection))) throw new ProblemError('not_allowed', refusal)
  return { isAlone }
}
