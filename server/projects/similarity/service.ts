import { ProblemError } from '#contract/problem.ts'
import type { Comparison, FilePair, Similarity } from '#contract/projects/staff/similarity.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import { anyProject } from '../access.ts'
import { type Overlap, overlapsOf, type Passage, passagesBetween, projectsById, sourceOf } from './queries.ts'

/**
 * A project counts as similar from this share on, in percent and in either direction, and from this many shared
 * fingerprints, some hundred lines.
 */
const minShare = 20
const minShared = 12

/** The projects that are similar to a project, those with the largest share first. Throws not_found. */
export async function similarTo(connection: Connection, projectId: string): Promise<Similarity> {
  const project = await anyProject(connection, projectId)
  if (!project.releaseId) return { state: 'none', omitted: 0, similar: [] }
  const source = await sourceOf(connection, projectId)
  if (source?.releaseId !== project.releaseId) return { state: 'waiting', omitted: 0, similar: [] }
  if (source.version === 0) return { state: 'failed', omitted: 0, similar: [] }
  const found = (await overlapsOf(connection, source, { minShared }))
    .map((overlap) => ({ ...overlap, ...toShares(overlap) }))
    .filter((one) => largerShare(one) >= minShare)
    .toSorted((one, other) => largerShare(other) - largerShare(one))
  const named = await nameById(connection, found)
  const similar: Similarity['similar'] = []
  for (const { projectId, sourceId, share, thatShare } of found) {
    const row = named.get(projectId)
    // The project was deleted during the search.
    if (!row) continue
    const passages = (await passagesBetween(connection, source.id, sourceId)).length
    similar.push(toSimilar(row, { than: project, share, thatShare, passages }))
  }
  return { state: 'compared', omitted: source.omitted, similar }
}

/**
 * Compares two projects and answers the passages they share. Throws not_found, also when one of them is deleted or not
 * indexed.
 */
export async function compareProjects(
  connection: Connection,
  projectId: string,
  thatId: string,
): Promise<Comparison> {
  // A deleted project may still have fingerprints, because its buyers keep its files.
  await Promise.all([anyProject(connection, projectId), anyProject(connection, thatId)])
  const [one, that] = await Promise.all([sourceOf(connection, projectId), sourceOf(connection, thatId)])
  if (!one || !that || one.id === that.id)
    throw new ProblemError('not_found', 'These projects were not compared')
  const [overlap] = await overlapsOf(connection, one, { with: thatId })
  const passages = await passagesBetween(connection, one.id, that.id)
  const named = await nameById(connection, [{ projectId }, { projectId: thatId }])
  return {
    one: toSide(projectId, named.get(projectId), one.number),
    that: toSide(thatId, named.get(thatId), that.number),
    ...(overlap ? toShares(overlap) : { share: 0, thatShare: 0 }),
    ...pairsOf(passages, one.files, that.files),
  }
}

const largerShare = ({ share, thatShare }: { share: number; thatShare: number }) => Math.max(share, thatShare)

async function nameById(connection: Connection, found: { projectId: string }[]) {
  const ids = found.map(({ projectId }) => projectId)
  return new Map((await projectsById(connection, ids)).map((row) => [row.id, row]))
}

type ProjectRow = Found<typeof projectsById>[number]
type Similar = Similarity['similar'][number]

/** A similar project as staff see it. */
const toSimilar = (
  { id, title, owner, ownerId, verificationStatus, isActive, createdAt }: ProjectRow,
  { than, ...found }: Pick<Similar, 'share' | 'thatShare' | 'passages'> & { than: { ownerId: string } },
): Similar => ({
  projectId: id,
  title,
  owner,
  isSameOwner: ownerId === than.ownerId,
  verificationStatus: verificationStatus as VerificationStatus,
  isActive,
  listedAt: createdAt.toISOString(),
  ...found,
})

/** One side of a comparison. */
const toSide = (
  projectId: string,
  { title = '', owner = '' }: Partial<ProjectRow> = {},
  release: number,
): Comparison['one'] => ({ projectId, title, owner, release })

/** The share of each of two projects that is in the other, in percent. */
const toShares = ({ shared, ofThis, ofThat }: Overlap) => ({
  share: percent(shared, ofThis),
  thatShare: percent(shared, ofThat),
})

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100))

/** Pairs of files with passages in common, those with most first, and how many more there are. */
function pairsOf(
  passages: Passage[],
  files: string[],
  thatFiles: string[],
): { files: FilePair[]; omitted: number } {
  const pairs = [...Map.groupBy(passages, ({ file, thatFile }) => `${file} ${thatFile}`).values()]
    .map((found) => ({ found, matches: found.reduce((sum, { matches }) => sum + matches, 0) }))
    .toSorted((one, other) => other.matches - one.matches)
  return {
    files: pairs.slice(0, maxPairs).map(({ found }) => ({
      path: files[found[0]!.file]!,
      thatPath: thatFiles[found[0]!.thatFile]!,
      passages: found.map(({ from, to, thatFrom, thatTo }) => ({ from, to, thatFrom, thatTo })),
    })),
    omitted: Math.max(0, pairs.length - maxPairs),
  }
}

const maxPairs = 100
