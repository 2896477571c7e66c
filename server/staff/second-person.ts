import { ProblemError } from '#contract/kit/problem.ts'
import { type MoneyAct, moneyActs, type People } from '#contract/staff/money-acts.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { staffWhoCanSignIn } from './lookup-queries.ts'

/** Whether acts on money take two members of staff: not while only one of them can sign in. */
export const needsSecondPerson = async (connection: Connection): Promise<boolean> =>
  (await staffWhoCanSignIn(connection)).length > 1

/** Returns whether a member of staff may do an act on money without anybody else. */
export async function mayActAlone(
  connection: Connection,
  { role }: Pick<StaffCaller, 'role'>,
  act: MoneyAct,
): Promise<boolean> {
  const people: People = moneyActs[act]
  if (people === 'one') return true
  if (people === 'super_admin') return role === people
  return (people === 'two_or_super_admin' && role === 'super_admin') || !(await needsSecondPerson(connection))
}

interface Step {
  /** The id of the member of staff who took the first step; null when nobody, or nobody whom we know, took it. */
  firstId: string | null
  /** The sentence for whoever may not take the second step too. */
  refusal: string
}

/**
 * Requires that a member of staff may complete an act on money, whose first step is taken. Returns the mark for the
 * record in the audit log: `isAlone` when one person did what takes two. Throws not_allowed with `refusal`.
 */
export async function requirePeople(
  connection: Connection,
  staff: Pick<StaffCaller, 'id' | 'role'>,
  act: MoneyAct,
  { firstId, refusal }: Step,
): Promise<{ isAlone: boolean }> {
  const isFirst = staff.id === firstId
  if (isFirst && !(await mayActAlone(connection, staff, act))) throw new ProblemError('not_allowed', refusal)
  return { isAlone: isFirst && moneyActs[act].startsWith('two') }
}

/**
 * Does the same for an act of which nobody may have taken the first step yet. Returns undefined when that is what the
 * caller's step is: they record it, and another member of staff completes the act. Throws not_allowed with `refusal`.
 */
export async function completeOrBegin(
  connection: Connection,
  staff: Pick<StaffCaller, 'id' | 'role'>,
  act: MoneyAct,
  { firstId, refusal }: Step,
): Promise<{ isAlone: boolean } | undefined> {
  if (firstId === null && !(await mayActAlone(connection, staff, act))) return undefined
  return requirePeople(connection, staff, act, { firstId: firstId ?? staff.id, refusal })
}
