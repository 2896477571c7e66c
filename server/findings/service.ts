import { ProblemError } from '#contract/kit/problem.ts'
import type { Findings } from '#contract/projects/findings.ts'

import { memberById } from '../accounts/service.ts'
import type { Connection, Database } from '../database/connection.ts'
import { type Caller, isStaff } from '../http/session.ts'
import { anyProject, ownProject } from '../projects/service.ts'
import { newestRelease } from '../releases/service.ts'
import { toFindings } from './presenter.ts'
import { checkOf, deleteWaiver, keepWaiver, type Place, waiversOf } from './queries.ts'
import { allSwitches } from './switches.ts'

export { deleteWaiversOf } from './queries.ts'

/** What was found in a project's newest release, for its owner and staff. Throws not_found for a stranger's project. */
export async function findingsFor(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<Findings> {
  const as = isStaff(caller) ? 'staff' : 'owner'
  const project =
    as === 'staff'
      ? await anyProject(connection, projectId)
      : await ownProject(connection, caller.id, projectId)
  return readFindings(connection, project, as)
}

async function readFindings(
  connection: Connection,
  project: { id: string; releaseId: string | null; technologies: string[] },
  as: 'owner' | 'staff',
): Promise<Findings> {
  const release = project.releaseId ? await newestRelease(connection, project.id) : undefined
  const [check, waivers, switches] = await Promise.all([
    release && checkOf(connection, release.id),
    waiversOf(connection, project.id),
    allSwitches(connection),
  ])
  return toFindings({ release, check, waivers, switches, declared: project.technologies, as })
}

/** Remembers why what a rule found in a file of an owner's project is no fault. Throws not_found when it found nothing there. */
export const waive = (
  db: Database,
  ownerId: string,
  projectId: string,
  { reason, ...place }: Place & { reason: string },
): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const { findings } = await readFindings(trx, project, 'owner')
    if (!findings.some(({ rule, file }) => rule === place.rule && file === place.file))
      throw new ProblemError('not_found', 'This was not found in your newest files. Reload the page.')
    const owner = await memberById(trx, ownerId)
    await keepWaiver(trx, { ...place, projectId, reason, waivedBy: owner?.name ?? 'The owner' })
    return readFindings(trx, project, 'owner')
  })

/** Takes a reason back. */
export const unwaive = (db: Database, ownerId: string, projectId: string, place: Place): Promise<Findings> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    await deleteWaiver(trx, projectId, place)
    return readFindings(trx, project, 'owner')
  })

/** Throws conflict while something that has to be removed or explained first is open in a project's newest release. */
export async function requireNoBlocking(
  connection: Connection,
  project: { id: string; releaseId: string | null; technologies: string[] },
): Promise<void> {
  const { findings, isBlocked } = await readFindings(connection, project, 'staff')
  if (!isBlocked) return
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  const places = [...new Set(blocking.map(({ title, file }) => `${title} in ${file}`))]
  const more = places.length > 3 ? ` and ${places.length - 3} more` : ''
  throw new ProblemError(
    'conflict',
    `The owner has to remove or explain this first: ${places.slice(0, 3).join('; ') || 'secrets in very many files'}${more}.`,
  )
}
