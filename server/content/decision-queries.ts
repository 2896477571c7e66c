import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'

/**
 * Counts the decisions of staff about projects that waited for one in the last days, and finds the median of the times
 * for which they had waited, in whole hours, rounded up. A decision that staff took back is none, and an owner who
 * takes a change back decides nothing.
 */
export async function decisionFigures(connection: Connection, days: number) {
  const { rows } = await sql<{ decisions: number; medianHours: number | null }>`
    select count(*) as decisions,
      ceil(percentile_cont(0.5) within group (
        order by extract(epoch from decision.verified_at - waiting.since)::float8 / 3600
      ))::int as median_hours
    from verifications decision
    join projects on projects.id = decision.project_id
    cross join lateral (
      select greatest(
        coalesce(
          (select max(verified_at) from verifications sent where sent.project_id = decision.project_id
            and sent.verified_at < decision.verified_at and sent.undoes is null
            and sent.status in ('pending', 'under_review') and sent.previous_status not in ('pending', 'under_review')),
          projects.created_at
        ),
        (select min(created_at) from releases where project_id = decision.project_id and created_at < decision.verified_at)
      ) as since
    ) waiting
    where decision.verified_at >= now() - make_interval(days => ${days})
      and decision.previous_status in ('pending', 'under_review')
      and decision.status in ('approved', 'needs_changes', 'rejected')
      and decision.undoes is null
      and not exists (select from verifications undo where undo.undoes = decision.id and undo.status in ('pending', 'under_review'))`.execute(
    connection,
  )
  return rows[0]!
}
