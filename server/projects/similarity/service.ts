import { ProblemError } from '#contract/kit/problem.ts'
import { type Copied, similarFrom } from '#contract/projects/staff/evidence.ts'
import type { Comparison, FilePair, Similarity } from '#contract/projects/staff/similarity.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection, Database, Found } from '../../platform/database/connection.ts'
import { anyEdited } from '../access.ts'
import { maxWaitMinutes } from '../findings/presenter.ts'
import { deletedTitle } from '../queries.ts'
import { type Passage, passagesBetween } from './passage-queries.ts'
import {
  isOlderThan,
  largestCopied,
  minCompared,
  type Overlap,
  overlapsOf,
  projectsById,
  saveCopied,
  sourceOf,
  waitingLike,
} from './queries.ts'

/** A project counts as similar from this many shared fingerprints on, some hundred lines. */
const minShared = 12
/** From this many shared fingerprints on it also counts how much of the other project they are. */
const minOfThat = 24

type State = Similarity['state']

/** How far the comparison of a project's present files is. */
async function comparisonOf(connection: Connection, { id, releaseId }: Compared) {
  if (!releaseId) return { state: 'none' as State }
  const found = await sourceOf(connection, releaseId)
  const source = found && { ...found, projectId: id }
  if (source?.version === 0) return { state: 'failed' as State }
  if (source) return { state: (source.comparedShare < minCompared ? 'partly' : 'compared') as State, source }
  const isLost = await isOlderThan(connection, releaseId, maxWaitMinutes)
  return { state: (isLost ? 'failed' : 'waiting') as State }
}
type Compared = { id: string; releaseId: string | null }

/**
 * Compares a project's present release with all listings of others, and saves and answers the one, present or former,
 * with which it shares most code; null when it shares some hundred lines with none.
 */
export async function compareNow(
  connection: Connection,
  project: Compared,
): Promise<{ state: State; copied: Copied | null }> {
  const { state, source } = await comparisonOf(connection, project)
  if (!source) return { state, copied: null }
  const copied = await copiedOf(connection, source)
  await saveCopied(connection, project.releaseId!, {
    copiedFrom: copied?.projectId ?? null,
    copiedShare: copied?.share ?? 0,
  })
  return { state, copied }
}

async function copiedOf(
  connection: Connection,
  source: Parameters<typeof largestCopied>[1],
): Promise<Copied | null> {
  const found = await largestCopied(connection, source, { minShared, minOfThat })
  if (!found) return null
  const [listing] = await projectsById(connection, [found.projectId])
  return listing ? { ...toCopied(listing), share: found.share } : null
}

/** The listing that a project's code is in, as staff see it. */
export const toCopied = ({ id, title, owner, deletedAt }: ProjectRow): Omit<Copied, 'share'> => ({
  projectId: id,
  title: deletedAt ? deletedTitle : title,
  owner,
  isDeleted: deletedAt !== null,
})

/**
 * Compares the waiting projects anew that are like a project which has become a listing, lists other files, or was
 * none.
 */
export async function findCopies(db: Database, projectId: string): Promise<void> {
  for (const waiting of await waitingLike(db, projectId, minShared)) await compareNow(db, waiting)
}

/**
 * The projects that are similar to a project, from a fifth of the code of either on, those with the largest share
 * first. Throws not_found.
 */
export async function similarTo(connection: Connection, projectId: string): Promise<Similarity> {
  const project = await anyEdited(connection, projectId)
  const { state, source } = await comparisonOf(connection, project)
  if (!source) return { state, omitted: 0, similar: [], copied: null }
  const found = (await overlapsOf(connection, source, { minShared }))
    .map((overlap) => ({ ...overlap, ...toShares(overlap) }))
    .filter((one) => largerShare(one) >= similarFrom * 100)
    .toSorted((one, other) => largerShare(other) - largerShare(one))
  const named = await nameById(connection, found)
  const similar: Similarity['similar'] = []
  for (const { projectId, sourceId, number, isApproved, share, thatShare } of found) {
    const row = named.get(projectId)
    // The project was deleted during the search.
    if (!row) continue
    const passages = (await passagesBetween(connection, source.id, sourceId)).length
    similar.push(toSimilar(row, { than: project, release: number, isApproved, share, thatShare, passages }))
  }
  const copied = await copiedOf(connection, source)
  return { state, omitted: source.omitted, similar, copied }
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
  const [project, other] = await Promise.all([
    anyEdited(connection, projectId),
    anyEdited(connection, thatId),
  ])
  const { source: one } = await comparisonOf(connection, project)
  const [overlap] = one ? await overlapsOf(connection, one, { with: thatId }) : []
  const thatRelease = overlap?.releaseId ?? other.releaseId
  const that = thatRelease ? await sourceOf(connection, thatRelease) : undefined
  if (!one || !that || one.id === that.id)
    throw new ProblemError('not_found', 'These projects were not compared')
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
  {
    than,
    ...found
  }: Pick<Similar, 'release' | 'isApproved' | 'share' | 'thatShare' | 'passages'> & {
    than: { ownerId: string }
  },
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
