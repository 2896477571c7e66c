import { ProblemError } from '#contract/kit/problem.ts'
import type { Comparison, Similarity } from '#contract/projects/similarity.ts'

import type { Connection } from '../database/connection.ts'
import { anyProject } from '../projects/service.ts'
import { pairsOf } from './pairs.ts'
import { likest, matchesOf, projectsNamed, sourceOf } from './queries.ts'

/** From this share on, in either direction, a project is shown, and with as many fingerprints in common: some hundred lines. */
const minShare = 20
const minShared = 12

/** The projects that are like a project, likest first. Throws not_found. */
export async function similarTo(connection: Connection, projectId: string): Promise<Similarity> {
  const project = await anyProject(connection, projectId)
  if (!project.releaseId) return { state: 'none', similar: [] }
  const source = await sourceOf(connection, projectId)
  if (source?.releaseId !== project.releaseId) return { state: 'waiting', similar: [] }
  if (source.version === 0) return { state: 'failed', similar: [] }
  const found = (await likest(connection, source.id))
    .map((one) => ({
      ...one,
      share: percent(one.shared, one.ofThis),
      thatShare: percent(one.shared, one.ofThat),
    }))
    .filter(({ shared, share, thatShare }) => shared >= minShared && Math.max(share, thatShare) >= minShare)
    .toSorted((one, other) => Math.max(other.share, other.thatShare) - Math.max(one.share, one.thatShare))
  if (found.length === 0) return { state: 'compared', similar: [] }
  const named = await projectsNamed(
    connection,
    found.map(({ projectId }) => projectId),
  )
  const byId = new Map(named.map((row) => [row.id, row]))
  return {
    state: 'compared',
    similar: found.flatMap(({ projectId, share, thatShare }) => {
      const row = byId.get(projectId)
      if (!row) return []
      const { title, owner, ownerId, createdAt } = row
      const isSameOwner = ownerId === project.ownerId
      return [{ projectId, title, owner, isSameOwner, listedAt: createdAt.toISOString(), share, thatShare }]
    }),
  }
}

/** Where two projects have the same code. Throws not_found, also when one of them is not indexed. */
export async function compared(
  connection: Connection,
  projectId: string,
  thatId: string,
): Promise<Comparison> {
  const [one, that] = await Promise.all([sourceOf(connection, projectId), sourceOf(connection, thatId)])
  if (!one || !that) throw new ProblemError('not_found', 'These projects were not compared')
  const files = pairsOf(await matchesOf(connection, one.id, that.id), one.files, that.files)
  return { release: one.number, thatRelease: that.number, files }
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))
