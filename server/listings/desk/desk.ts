import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { offsetOf, paginationOf } from '#contract/kit/paging.ts'
import type { desk, DeskOwner } from '#contract/staff/desk.ts'

import { memberById } from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { projectsWaitingForOwner } from '../../findings/service.ts'
import type { Caller } from '../../http/session.ts'
import { anyProject, recentDecisions } from '../../projects/service.ts'
import { claimOn } from './claims.ts'
import { toDeskOwner, toWaiting } from './presenter.ts'
import { countWaiting, readStanding, readWaiting, standingsOf } from './queries.ts'

type Staff = Caller<'admin' | 'super_admin'>

/** How many projects staff can decide on, and some of them, the longest waiting first. */
export async function waitingOnDesk(connection: Connection, page: { limit: number; offset: number }) {
  const blocked = [...(await projectsWaitingForOwner(connection))]
  const [total, rows] = await Promise.all([
    countWaiting(connection, blocked),
    readWaiting(connection, blocked, page),
  ])
  return { total, rows }
}

/** One page of what staff can decide on, the longest waiting first. */
export async function readQueue(
  connection: Connection,
  staff: Staff,
  window: Received<typeof desk.queue>['query'],
): Promise<Omit<Reply<typeof desk.queue>, 'success'>> {
  const { limit } = window
  const { total, rows } = await waitingOnDesk(connection, { limit, offset: offsetOf(window) })
  return { projects: rows.map((row) => toWaiting(row, staff)), pagination: paginationOf(window, total) }
}

/** Decisions shown of an owner's projects. */
const maxDecisions = 6

/** What staff see beside one project. Throws not_found. */
export async function readForDesk(
  connection: Connection,
  staff: Staff,
  projectId: string,
): Promise<Omit<Reply<typeof desk.project>, 'success'>> {
  const { ownerId } = await anyProject(connection, projectId)
  const { waitingSince, approvedRelease } = await readStanding(connection, projectId)
  return {
    claim: await claimOn(connection, staff, projectId),
    waitingSince: waitingSince.toISOString(),
    approvedRelease,
    owner: await readOwner(connection, ownerId),
  }
}

async function readOwner(connection: Connection, ownerId: string): Promise<DeskOwner> {
  const [member, standings, decisions] = await Promise.all([
    memberById(connection, ownerId),
    standingsOf(connection, ownerId),
    recentDecisions(connection, ownerId, maxDecisions),
  ])
  return toDeskOwner(member!, standings, decisions)
}
