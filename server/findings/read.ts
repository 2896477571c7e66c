import type { Findings } from '#contract/projects/findings.ts'

import type { Connection } from '../database/connection.ts'
import type { ProjectRow } from '../projects/service.ts'
import { newestRelease } from '../releases/service.ts'
import { toFindings } from './presenter.ts'
import { checkOf, waiversOf } from './queries.ts'
import { allSwitches } from './switches.ts'

export type CheckedProject = Pick<ProjectRow, 'id' | 'releaseId' | 'technologies'>

/** What was found in a project's newest release, as its owner or staff see it. */
export const readFindings = async (
  connection: Connection,
  project: CheckedProject,
  as: 'owner' | 'staff',
): Promise<Findings> => toFindings({ ...(await known(connection, project)), as })

/** All that is known of a project's newest release and its check. */
export async function known(
  connection: Connection,
  { id, releaseId, technologies: declared }: CheckedProject,
) {
  const release = releaseId ? await newestRelease(connection, id) : undefined
  const [check, waivers, switches] = await Promise.all([
    release && checkOf(connection, release.id),
    waiversOf(connection, id),
    allSwitches(connection),
  ])
  return { release, check, waivers, switches, declared }
}
