import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Counts one view of a project today in India; nothing when it is not published. */
export const addView = (connection: Connection, projectId: string, source: string) =>
  sql`insert into project_views (project_id, day, source, views)
    select project_id, (now() at time zone 'Asia/Kolkata')::date, ${source}, 1
      from published_projects where project_id = ${projectId}
    on conflict (project_id, day, source) do update set views = project_views.views + 1`.execute(connection)

/** Views of some projects since a day (YYYY-MM-DD, in India), by project, day and source. */
export const viewsSince = (connection: Connection, projectIds: string[], day: string) =>
  connection
    .selectFrom('projectViews')
    .select(['projectId', sql<string>`day::text`.as('day'), 'source', 'views'])
    .where('projectId', '=', sql<string>`any (${projectIds})`)
    .where('day', '>=', sql<Date>`${day}::date`)
    .execute()
