import { isDeepStrictEqual } from 'node:util'

import type { Received } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { FeaturedProject, staffProjects } from '#contract/projects/staff/projects.ts'
import { settingsTitles } from '#contract/staff/settings.ts'

import { publishedAmong } from '../catalogue/publish-queries.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Connection, Found } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { recordAudit } from '../staff/audit/service.ts'
import { saveFeatured } from './save.ts'
import { lockFeaturedOrder, readFeaturedInOrder } from './status-queries.ts'

/** The featured projects in the order of the catalogue, including those that are not listed. */
export async function featuredInOrder(connection: Connection): Promise<FeaturedProject[]> {
  const rows = await readFeaturedInOrder(connection)
  const published = await publishedAmong(
    connection,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toFeatured(row, published.has(row.id)))
}

/**
 * Saves an order of the featured projects, updates the catalogue, and records it in the audit log. Answers the new
 * order. Throws conflict when the present order is not `basedOn`: another order, or one more or fewer featured.
 */
export const orderFeatured = (
  { db }: Dependencies,
  staff: StaffCaller,
  { order, basedOn }: Received<typeof staffProjects.orderFeatured>['body'],
): Promise<FeaturedProject[]> =>
  db.transaction().execute(async (trx) => {
    await lockFeaturedOrder(trx)
    const before = await featuredInOrder(trx)
    if (!isDeepStrictEqual(idsOf(before), basedOn)) throw changedMeanwhile()
    const moved = await saveFeatured(trx, [...new Set(order)])
    const after = await featuredInOrder(trx)
    if (moved.length > 0)
      await recordAudit(trx, {
        staff,
        action: 'order featured projects',
        about: 'settings featured',
        name: settingsTitles.featured,
        before: { order: idsOf(before) },
        after: { order: idsOf(after) },
      })
    return after
  })

const idsOf = (projects: FeaturedProject[]) => projects.map(({ _id }) => _id)

const changedMeanwhile = () =>
  new ProblemError(
    'conflict',
    'The featured projects have changed while you put them in order. Your order is still here, with what is new at its end. Look at it, then save again.',
  )

/** A featured project as staff see it. */
const toFeatured = (
  { id, featuredPlace, ...project }: Found<typeof readFeaturedInOrder>[number],
  isListed: boolean,
): FeaturedProject => ({ ...project, _id: id, isPlaced: featuredPlace !== null, isListed })
