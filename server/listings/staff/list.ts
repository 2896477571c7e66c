import type { Reply } from '#contract/kit/endpoint.ts'
import { paginationOf } from '#contract/kit/paging.ts'
import type { projects } from '#contract/projects.ts'
import type { ListQuery } from '#contract/projects/list-query.ts'

import { cardsOf } from '../../catalogue/service.ts'
import type { Connection } from '../../database/connection.ts'
import { projectsWaitingForOwner } from '../../findings/service.ts'
import { archivedAmong, findForStaff, recalledAmong } from '../../projects/service.ts'

/** One page of all projects, for staff, and which of them wait for their owner and not for staff. */
export async function listForStaff(
  connection: Connection,
  { waitsFor, ...query }: ListQuery,
): Promise<Omit<Reply<typeof projects.list>, 'success'>> {
  const waiting = waitsFor && (await projectsWaitingForOwner(connection))
  const { total, ids, isCapped } = waiting
    ? await findForStaff(
        connection,
        { ...query, status: 'pending' },
        { ids: [...waiting], isIn: waitsFor === 'owner' },
      )
    : await findForStaff(connection, query)
  const [cards, recalled, archived] = await Promise.all([
    cardsOf(connection, ids),
    recalledAmong(connection, ids),
    archivedAmong(connection, ids),
  ])
  return {
    projects: cards,
    recalled,
    archived,
    pagination: { ...paginationOf(query, total), ...(isCapped && { capped: true }) },
    waitingForOwner: [...(await projectsWaitingForOwner(connection, ids))],
  }
}
