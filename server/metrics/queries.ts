import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** How many jobs of each kind wait ('queued', 'retry'), are being done ('active') or were given up ('failed') a short while ago. */
export async function countJobs(connection: Connection) {
  const { rows } = await sql<{ kind: string; state: string; count: number }>`
    select name as kind, case state::text when 'created' then 'queued' else state::text end as state, count(*) as count
    from jobs.job
    where state::text in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
    group by 1, 2
  `.execute(connection)
  return rows
}
