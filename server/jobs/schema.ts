import { getConstructionPlans } from 'pg-boss'

import { jobsSchema } from './boss.ts'

/** The version of the queue's own tables that this code works on, and the SQL that makes them; it stands in the caller's transaction. */
export function queueTables(): { version: number; sql: string } {
  const plan = getConstructionPlans(jobsSchema)
  const version = plan.match(/INSERT INTO \w+\.version\(version\) VALUES \('(\d+)'\)/)?.[1]
  const inside = plan.match(/^\s*BEGIN;([\s\S]*)COMMIT;\s*$/)?.[1]
  if (!version || !inside) throw new Error('pg-boss writes the SQL of its tables in another way than before.')
  return { version: Number(version), sql: inside }
}
