import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { publicMember } from '../accounts/service.ts'
import { publishedFiguresOf, publishedBy } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { countFollowers } from '../follows/service.ts'
import { toPublicMember } from './presenter.ts'

/** What everybody sees of a member whose profile is public. Throws not_found for any other as for an unknown one. */
export async function profileOf(connection: Connection, memberId: string, window: PageWindow) {
  const found = await publicMember(connection, memberId)
  if (!found) throw new ProblemError('not_found', 'Member not found')
  const [figures, projects, followers] = await Promise.all([
    publishedFiguresOf(connection, memberId),
    publishedBy(connection, memberId, window),
    countFollowers(connection, memberId),
  ])
  return {
    member: toPublicMember(found, figures, followers),
    projects,
    pagination: paginationOf(window, figures.total),
  }
}
