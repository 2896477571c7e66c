import { isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { FileSum, VerifiedFiles, VerifiedRelease } from '#contract/orders/verified-files.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { logFacts } from '../../projects/log/keys.ts'
import { statementsOf, verifiedWith } from '../../projects/log/lookup-queries.ts'
import { contentOf } from '../../projects/releases/content-hash.ts'
import { releasesFor } from '../downloads/entitlement.ts'

/** The most releases with the same files that are told. */
const maxReleases = 10

/** What the files with a content hash are: releases that staff verified, or nothing that we know. */
export async function filesWith(
  dependencies: Pick<Dependencies, 'db' | 'logKeys'>,
  contentHash: string,
): Promise<VerifiedFiles> {
  const { db } = dependencies
  const rows = await verifiedWith(db, contentHash, maxReleases)
  const releases = rows.map(toVerified)
  const [first] = releases
  const state = !first ? 'unknown' : first.recall ? 'recalled' : 'verified'
  // What is left of a release that is gone stays in the log, and says nothing to who has the files.
  const statements = rows[0] ? await statementsOf(db, rows[0].projectId, contentHash) : []
  return {
    state,
    releases,
    statements: statements.map(({ kind, number }) => ({ kind: kind as 'approved' | 'recalled', number })),
    log: await logFacts(dependencies),
  }
}

/**
 * The files of a release with their sums, as its content hash counts them, for a caller who may download it; also of one
 * that was recalled. Throws as releasesFor does, and not_found.
 */
export async function sumsFor(
  connection: Connection,
  caller: Caller,
  { id, number }: { id: string; number: number },
): Promise<{ contentHash: string; sums: FileSum[] }> {
  const { releases, recalled } = await releasesFor(connection, caller, id)
  const releaseId =
    releases.find((release) => release.number === number)?.id ??
    recalled.find((release) => release.number === number)?.id
  if (!releaseId) throw new ProblemError('not_found', 'Project files not found')
  return contentOf(connection, releaseId)
}

type VerifiedRow = Awaited<ReturnType<typeof verifiedWith>>[number]

const toVerified = (row: VerifiedRow): VerifiedRelease => ({
  projectId: row.listedId,
  title: row.title,
  number: row.number,
  verifiedAt: row.approvedAt.toISOString(),
  fileCount: row.fileCount,
  totalFileSize: row.totalSize,
  recall: row.recalledAt && { recalledAt: isoTime(row.recalledAt)!, reason: row.recallReason ?? '' },
})
