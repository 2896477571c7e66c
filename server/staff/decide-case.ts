import { ProblemError } from '#contract/kit/problem.ts'
import type { AuditKind } from '#contract/staff/audit.ts'
import type { MoneyAct } from '#contract/staff/money-acts.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { recordAudit } from './audit/service.ts'
import { completeOrBegin, requirePeople } from './second-person.ts'
import { staffName } from './service.ts'

/** What a member of staff decides about a case that the caller has locked. */
interface Decision<Result> {
  about: `${AuditKind} ${string}`
  /** The display name of the case in the audit log. */
  name?: string
  /** The name of the decision in the audit log. */
  action: string
  /** The sentence when the table of its moves does not allow this one from its status; false when it does. */
  conflict: string | false
  /** The act on money that it is, and who took its first step; none when one person decides it. */
  people?:
    | {
        act: MoneyAct
        firstId: string | null
        /** The sentence for whoever may not take the second step too. */
        refusal: string
        /** The first of two steps: its name and content in the audit log, and how it is saved. */
        begin?: { action: string; after?: object; save: () => Promise<Result> }
      }
    | undefined
  /** Carries it out and tells whom it concerns. `by`: the name of the member of staff. */
  carryOut: (by: string) => Promise<{ before?: object; after: object; result: Result }>
}

/**
 * Decides a case in the caller's transaction: checks that the case still waits for this decision and that enough of the
 * staff agree, carries it out and records it in the audit log. Throws conflict when it does not wait any more, and
 * not_allowed for the second step of an act that the caller began.
 */
export async function decideCase<Result>(
  trx: Connection,
  staff: Pick<StaffCaller, 'id' | 'role'>,
  { about, name, action, conflict, people, carryOut }: Decision<Result>,
): Promise<Result> {
  if (conflict !== false) throw new ProblemError('conflict', conflict)
  const record = { staff, about, ...(name !== undefined && { name }) }
  const begin = people?.begin
  const mark = people && (await (begin ? completeOrBegin : requirePeople)(trx, staff, people.act, people))
  if (begin && !mark) {
    const result = await begin.save()
    await recordAudit(trx, { ...record, action: begin.action, after: begin.after ?? null })
    return result
  }
  const { before, after, result } = await carryOut(await staffName(trx, staff.id))
  await recordAudit(trx, { ...record, action, before: before ?? null, after, ...mark })
  return result
}
