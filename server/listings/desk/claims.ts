import { ProblemError } from '#contract/kit/problem.ts'
import { type Claim, claimMinutes } from '#contract/staff/desk.ts'

import type { Connection } from '../../database/connection.ts'
import { projectsWaitingForOwner } from '../../findings/service.ts'
import type { Caller } from '../../http/session.ts'
import { anyProject } from '../../projects/service.ts'
import { staffName } from '../../staff/service.ts'
import { toClaim } from './presenter.ts'
import { deleteClaim, insertClaim, liveClaim, nextWaiting } from './queries.ts'

type Staff = Caller<'admin' | 'super_admin'>

/** Who looks at a project now, as one staff member sees it. */
export async function claimOn(
  connection: Connection,
  staff: Staff,
  projectId: string,
): Promise<Claim | null> {
  const claim = await liveClaim(connection, projectId)
  return claim ? toClaim(claim, staff) : null
}

/** Claims a project, or claims it anew. Throws not_found, and conflict while another staff member looks at it. */
export async function claim(connection: Connection, staff: Staff, projectId: string): Promise<Claim> {
  await anyProject(connection, projectId)
  const claimed = await insertClaim(connection, projectId, staff.id, claimMinutes)
  if (!claimed) throw claimedByOther((await liveClaim(connection, projectId))?.name)
  return toClaim({ ...claimed, staffId: staff.id, name: await staffName(connection, staff.id) }, staff)
}

/** Claims the longest waiting project that nobody else looks at; null when there is none. Two who ask at once get two. */
export async function claimNext(connection: Connection, staff: Staff): Promise<string | null> {
  const blocked = [...(await projectsWaitingForOwner(connection))]
  for (;;) {
    const next = await nextWaiting(connection, blocked, staff.id)
    if (!next) return null
    // Somebody else may have been faster: then the next one is looked for.
    if (await insertClaim(connection, next.id, staff.id, claimMinutes)) return next.id
  }
}

/** Gives one's own claim back. */
export const unclaim = (connection: Connection, staff: Staff, projectId: string): Promise<void> =>
  deleteClaim(connection, projectId, staff.id)

/** Throws conflict while another staff member looks at a project; call it before a decision, with the project locked. */
export async function requireUnclaimed(trx: Connection, staff: Staff, projectId: string): Promise<void> {
  const live = await liveClaim(trx, projectId)
  if (live && live.staffId !== staff.id) throw claimedByOther(live.name)
}

/** Ends every claim on a project: it is decided on. */
export const endClaims = (trx: Connection, projectId: string): Promise<void> => deleteClaim(trx, projectId)

const claimedByOther = (name = 'Somebody else') =>
  new ProblemError(
    'conflict',
    `${name} is looking at this project. Take another one, or wait until they are done.`,
  )
