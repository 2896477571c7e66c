import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { Id } from '#contract/kit/words.ts'
import type { staffListings } from '#contract/staff/listings.ts'

import type { Caller } from '../../http/session.ts'
import type { Parts } from '../../parts.ts'
import { editAsStaff, projectNotFound } from '../../projects/service.ts'
import { removeListing } from '../removal.ts'

type Bulk = Omit<Reply<typeof staffListings.bulkUpdate>, 'success'>
type Staff = Caller<'admin' | 'super_admin'>

/**
 * Does one thing to many projects, to each in a transaction of its own: what cannot be done to one keeps no other back.
 * Only the active switch is touched, or the project withdrawn; what was decided about it stays.
 */
export async function updateMany(
  parts: Pick<Parts, 'db' | 'storage'>,
  staff: Staff,
  { projectIds, action }: Pick<Received<typeof staffListings.bulkUpdate>['body'], 'projectIds' | 'action'>,
): Promise<Bulk> {
  const results: Bulk['results'] = []
  const unknown: string[] = []
  for (const _id of new Set(projectIds)) {
    try {
      if (!Id.safeParse(_id).success) throw projectNotFound()
      await (action === 'delete'
        ? removeListing(parts, staff, _id)
        : switchTo(parts, staff, _id, action === 'activate'))
      results.push({ _id, success: true })
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown
      if (thrown.code === 'not_found') unknown.push(_id)
      results.push({ _id, success: false, message: thrown.message })
    }
  }
  return { results, unknown, updated: results.filter(({ success }) => success).length }
}

const switchTo = ({ db }: Pick<Parts, 'db'>, staff: Staff, projectId: string, isActive: boolean) =>
  db.transaction().execute((trx) => editAsStaff(trx, staff, projectId, { isActive }))
