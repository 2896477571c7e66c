import type { HeldSample } from '#contract/content/held.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { type Sample, type SampleChoice, sampleLimits } from '#contract/projects/samples.ts'
import type { SourceFile, SourceLine } from '#contract/projects/source.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyProject, ownProject, requireVisible } from '../access.ts'
import type { CheckContext } from '../findings/presenter.ts'
import { publicationBlockers, readCheckContext } from '../findings/service.ts'
import type { AccessRow, ProjectRow } from '../queries.ts'
import { isHighlighted } from '../source/grammars.ts'
import { tokensOf } from '../source/isolated.ts'
import { linesIn, toSourceFile } from '../source/service.ts'
import {
  choicesIn,
  deleteSample,
  fileIn,
  insertSample,
  upsertHighlight,
  presentReleases,
  projectsToHighlight,
  type SampleRow,
  savePass,
  samplesToPass,
  samplesIn,
  tokensFor,
} from './queries.ts'

type Report = (error: unknown) => void

/** A sample whose file is in the release. */
type Stored = SampleRow & { sha256: string; key: string; size: number; lines: number }

/**
 * The files of a project that everybody may read before paying. Visitors get those in the state 'shown', from the
 * newest approved release; the owner and staff get all, from the present one. Lines are plain until the job has
 * highlighted them, and missing when their bytes are lost, which `report` gets as an error.
 */
export async function samplesOf(
  { db, storage }: Dependencies,
  caller: Caller | undefined,
  project: AccessRow,
  known: Promise<CheckContext>,
  report: Report,
): Promise<Sample[]> {
  const { rows, isInsider } = await samplesSeen(db, caller, project, known)
  const seen = rows.filter(({ state }) => isInsider || state === 'shown')
  return Promise.all(
    seen.map(async ({ state, ...row }) =>
      toSample(row, state, state === 'shown' ? await excerptOf(storage, row as Stored, report) : []),
    ),
  )
}

/** A sample in full. Throws not_found for one that this caller may not see. */
export async function sampleFile(
  { db, storage }: Dependencies,
  caller: Caller | undefined,
  projectId: string,
  number: number,
): Promise<SourceFile> {
  const project = await requireVisible(db, caller, projectId)
  const { rows } = await samplesSeen(db, caller, project, readCheckContext(db, project))
  const row = rows.find((one) => one.number === number && one.state === 'shown')
  if (!row) throw new ProblemError('not_found', 'Sample not found')
  const { path, language, size, sha256, key } = row as typeof row & Stored
  const [lines, tokens] = await Promise.all([
    linesIn(storage, { key, sha256 }),
    tokensFor(db, { sha256, language }),
  ])
  const shown = lines.slice(0, sampleLimits.lines)
  return toSourceFile({ path, language, size, lines: lines.length }, 'text', shown, tokens)
}

/**
 * The first files of the present release that may become samples and whose path contains a text, with the number of all
 * of them.
 */
export async function sampleChoices(
  { db }: Dependencies,
  ownerId: string,
  projectId: string,
  search: string,
): Promise<{ choices: SampleChoice[]; total: number }> {
  const { releaseId } = await ownProject(db, ownerId, projectId)
  const rows = releaseId ? await choicesIn(db, releaseId, search) : []
  return { choices: rows, total: rows[0]?.total ?? 0 }
}

/**
 * Makes a file of the present release a sample; a second time changes nothing. It needs no review, because staff
 * checked the file with its release; one with explained personal data is not shown until they pass it. Throws not_found
 * for a missing file, too_large and unsupported_type for one that cannot be shown in full, and conflict for one with an
 * open finding about a secret or personal data, and when there are as many samples as allowed.
 */
export const addSample = (
  { db, jobs }: Dependencies,
  ownerId: string,
  projectId: string,
  path: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    if (!project.releaseId) throw new ProblemError('conflict', 'Upload the project files first.')
    const present = await samplesIn(trx, projectId, project.releaseId)
    if (present.some((sample) => sample.path === path)) return
    await requireFit(trx, project, project.releaseId, path)
    const usedNumbers = new Set(present.map(({ number }) => number))
    const free = [1, 2, 3].find((number) => !usedNumbers.has(number))
    if (free === undefined)
      throw new ProblemError(
        'conflict',
        `${sampleLimits.files} files are chosen already. Remove one of them first.`,
      )
    await insertSample(trx, { projectId, position: free, path })
    await jobs.enqueue(trx, 'highlight-samples', { projectId }, { ownerId })
  })

/** Deletes a sample; does nothing when there is none. */
export const removeSample = (
  { db }: Dependencies,
  ownerId: string,
  projectId: string,
  number: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await ownProject(trx, ownerId, projectId, { lock: true })
    await deleteSample(trx, projectId, number)
  })

/**
 * Lets everybody read a sample that waits for staff, with the content that they saw, in the caller's transaction; one of
 * files that wait is passed with their approval. Throws not_found, and conflict when its content is not that of the files
 * on sale or it does not wait.
 */
export async function passSample(
  trx: Connection,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
  contentHash: string,
): Promise<void> {
  const project = await anyProject(trx, projectId, { lock: true })
  const rows = await samplesIn(trx, projectId, project.releaseId)
  const row = rows.find((one) => one.number === number)
  if (!row) throw new ProblemError('not_found', 'Sample not found')
  const blocker = publicationBlockers(await readCheckContext(trx, project))(row.path)
  if (row.sha256 !== contentHash || blocker !== 'review')
    throw new ProblemError(
      'conflict',
      'This file has changed meanwhile. Reload the page and look at it again.',
    )
  if (row.passedSha256 === contentHash) return
  await savePass(trx, { projectId, number, sha256: contentHash })
  await recordAudit(trx, {
    staff,
    action: 'pass sample',
    about: `project ${projectId}`,
    name: project.title,
    before: { passed: null },
    after: { passed: row.path },
  })
}

/** The samples of listed projects that are not shown until staff have passed them. */
export async function samplesForStaff(connection: Connection): Promise<HeldSample[]> {
  const waiting: HeldSample[] = []
  for (const { path, title, ...project } of await samplesToPass(connection))
    if (publicationBlockers(await readCheckContext(connection, project))(path) === 'review')
      waiting.push({ projectId: project.id, projectTitle: title, path })
  return waiting
}

/** Throws as addSample describes unless a file of a release can be a sample. */
async function requireFit(trx: Connection, project: ProjectRow, releaseId: string, path: string) {
  const file = await fileIn(trx, releaseId, path)
  if (!file) throw new ProblemError('not_found', 'This file is not in your newest release.')
  if (file.lines === null)
    throw new ProblemError('unsupported_type', 'This file is not text, so it cannot be read on a page.')
  if (!isWithinLimits(file))
    throw new ProblemError(
      'too_large',
      `A sample has at most ${sampleLimits.bytes / 1024} kB and ${sampleLimits.lines} lines. Choose a shorter file.`,
    )
  if (publicationBlockers(await readCheckContext(trx, project))(path) === 'secret')
    throw new ProblemError(
      'conflict',
      'The check found a secret or personal data in this file. Remove or explain it first.',
    )
}

/** The samples of a project, each with its state in the release that this caller sees. */
async function samplesSeen(
  db: Connection,
  caller: Caller | undefined,
  project: AccessRow,
  known: Promise<CheckContext>,
) {
  const isInsider = isStaff(caller) || caller?.id === project.ownerId
  const [found, blockerOf] = await Promise.all([
    samplesIn(db, project.id, project.releaseId),
    known.then(publicationBlockers),
  ])
  return { isInsider, rows: found.map((row) => ({ ...row, state: stateOf(row, blockerOf(row.path)) })) }
}

function stateOf(row: SampleRow, blocker: 'secret' | 'review' | undefined): Sample['state'] {
  if (row.sha256 === null) return 'missing'
  if (!isWithinLimits(row)) return 'unfit'
  if (blocker === 'review' && row.passedSha256 === row.sha256) return 'shown'
  return blocker ?? 'shown'
}

async function excerptOf(storage: Storage, row: Stored, report: Report) {
  if (row.excerpt) return row.excerpt
  try {
    return toExcerpt(await linesIn(storage, row))
  } catch (error) {
    report(error)
    return []
  }
}

/** A sample as a caller sees it. */
const toSample = (
  { number, path, language, size, lines, sha256 }: SampleRow,
  state: Sample['state'],
  excerpt: SourceLine[],
): Sample => ({
  number,
  path,
  language,
  size: size ?? 0,
  lineCount: lines ?? 0,
  contentHash: sha256,
  state,
  excerpt,
})

/** Characters of a line; a line of minified code may be as long as a whole file. */
const maxLine = 300

/** The first lines of a file, as a project's page shows them. */
const toExcerpt = (lines: readonly string[], tokens: readonly number[][] = []): SourceLine[] =>
  lines
    .slice(0, sampleLimits.excerptLines)
    .map((text, index) =>
      text.length <= maxLine
        ? { text, tokens: tokens[index] ?? [] }
        : { text: `${text.slice(0, maxLine).replace(/[\uD800-\uDBFF]$/, '')}…`, tokens: [] },
    )

/**
 * Highlights a project's samples in its present releases, once for each content, and saves the result. A file that takes
 * too long is saved as plain text. Throws when bytes are lost or damaged, and when too many files are being read.
 */
export async function highlightSamples({ db, storage }: Dependencies, projectId: string): Promise<void> {
  const releases = await presentReleases(db, projectId)
  const rows = (await Promise.all(releases.map((id) => samplesIn(db, projectId, id)))).flat()
  for (const { sha256, key, size, lines: lineCount, language, excerpt } of rows) {
    if (sha256 === null || key === null || excerpt || !isWithinLimits({ size, lines: lineCount })) continue
    const lines = (await linesIn(storage, { sha256, key })).slice(0, sampleLimits.lines)
    const tokens = isHighlighted(language) ? await tokensOf(lines.join('\n'), language) : undefined
    await upsertHighlight(
      db,
      { sha256, language },
      { excerpt: toExcerpt(lines, tokens), tokens: tokens ?? [] },
    )
  }
}

/** Enqueues the highlighting of samples that this version has not highlighted. */
export async function highlightStaleSamples({ db, jobs }: Dependencies): Promise<void> {
  for (const { projectId, ownerId } of await projectsToHighlight(db))
    await jobs.enqueue(db, 'highlight-samples', { projectId }, { ownerId })
}

/** Tells whether a file is short enough to be shown and highlighted in full. */
const isWithinLimits = ({ size, lines }: { size: number | null; lines: number | null }): boolean =>
  size !== null && lines !== null && size <= sampleLimits.bytes && lines <= sampleLimits.lines
