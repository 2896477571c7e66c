import { sql } from 'kysely'

import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import { sampleLimits } from '#contract/projects/samples.ts'
import type { SourceLine } from '#contract/projects/source.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { checkLimits } from '../findings/check/limits.ts'

/** The version of the stored tokens. Raise it with every change of their kinds, so that stored ones are made again. */
const version = 1

/**
 * The samples of a project with their files in a release; columns are null when the release lacks the file, or the job
 * has not highlighted it yet.
 */
export async function samplesIn(connection: Connection, projectId: string, releaseId: string | null) {
  const rows = await connection
    .selectFrom('projectSamples')
    .leftJoin('releaseFiles', (join) =>
      join
        .onRef('releaseFiles.path', '=', 'projectSamples.path')
        .on('releaseFiles.releaseId', '=', releaseId),
    )
    .leftJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .leftJoin('sampleHighlights', (join) =>
      join
        .onRef('sampleHighlights.sha256', '=', 'blobs.sha256')
        .on('sampleHighlights.language', '=', languageKey)
        .on('sampleHighlights.version', '=', version),
    )
    .select([
      'projectSamples.position as number',
      'projectSamples.path',
      'passedSha256',
      'releaseFiles.language',
    ])
    .select(['blobs.sha256', 'blobs.key', 'blobs.size', 'blobs.lines', 'sampleHighlights.excerpt'])
    .where('projectSamples.projectId', '=', projectId)
    .orderBy('projectSamples.position')
    .execute()
  return rows.map((row) => ({ ...row, excerpt: row.excerpt as unknown as SourceLine[] | null }))
}
export type SampleRow = Awaited<ReturnType<typeof samplesIn>>[number]

/** The language as a key; '' when it is unknown. */
const languageKey = sql<string>`coalesce(release_files.language, '')`

/** The kinds of a file's tokens, line by line; undefined until the job has highlighted it. */
export async function tokensFor(
  connection: Connection,
  { sha256, language }: { sha256: string; language: string | null },
): Promise<number[][] | undefined> {
  const row = await connection
    .selectFrom('sampleHighlights')
    .select('tokens')
    .where('sha256', '=', sha256)
    .where('language', '=', language ?? '')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.tokens as unknown as number[][] | undefined
}

export async function upsertHighlight(
  connection: Connection,
  of: { sha256: string; language: string | null },
  found: { excerpt: readonly SourceLine[]; tokens: readonly number[][] },
) {
  const made = { version, excerpt: JSON.stringify(found.excerpt), tokens: JSON.stringify(found.tokens) }
  await connection
    .insertInto('sampleHighlights')
    .values({ sha256: of.sha256, language: of.language ?? '', ...made })
    .onConflict((conflict) => conflict.columns(['sha256', 'language']).doUpdateSet(made))
    .execute()
}

/** The projects with a sample that this version has not highlighted. */
export const projectsToHighlight = (connection: Connection) =>
  connection
    .selectFrom('projectSamples')
    .innerJoin('projects', 'projects.id', 'projectSamples.projectId')
    .innerJoin('releaseFiles', (join) =>
      join
        .on(sql<boolean>`release_files.release_id in (projects.release_id, edited_release(projects))`)
        .onRef('releaseFiles.path', '=', 'projectSamples.path'),
    )
    .leftJoin('sampleHighlights', (join) =>
      join
        .onRef('sampleHighlights.sha256', '=', 'releaseFiles.sha256')
        .on('sampleHighlights.language', '=', languageKey),
    )
    .select(['projects.id as projectId', 'ownerId'])
    .distinct()
    .where('projects.deletedAt', 'is', null)
    .where('sampleHighlights.version', 'is distinct from', version)
    .execute()

export const insertSample = (
  connection: Connection,
  sample: { projectId: string; position: number; path: string },
) => connection.insertInto('projectSamples').values(sample).execute()

/** Records that staff have passed a sample with this content. */
export const savePass = (
  trx: Connection,
  { projectId, number, sha256 }: { projectId: string; number: number; sha256: string },
) =>
  trx
    .updateTable('projectSamples')
    .set({ passedSha256: sha256 })
    .where('projectId', '=', projectId)
    .where('position', '=', number)
    .execute()

export const deleteSample = (connection: Connection, projectId: string, position: number) =>
  connection
    .deleteFrom('projectSamples')
    .where('projectId', '=', projectId)
    .where('position', '=', position)
    .execute()

/** Deletes the samples of some projects, and the highlighted lines that no sample uses any more. */
export async function deleteSamplesOf(connection: Connection, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  await connection.deleteFrom('projectSamples').where('projectId', 'in', projectIds).execute()
  await sql`
    delete from sample_highlights kept where not exists (
      select from project_samples sample
        join releases on releases.project_id = sample.project_id
        join release_files file on file.release_id = releases.id and file.path = sample.path
      where file.sha256 = kept.sha256
    )`.execute(connection)
}

/** The present releases of a project: the one on sale, and the one that waits. */
export const presentReleases = async (connection: Connection, projectId: string): Promise<string[]> => {
  const row = await connection
    .selectFrom('projects')
    .select(
      sql<string[]>`array(select distinct unnest(array[release_id, edited_release(projects)]))`.as('ids'),
    )
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.ids.filter((id) => id !== null) ?? []
}

/** A file of a release; `lines` is null for a binary file. */
export const fileIn = (connection: Connection, releaseId: string, path: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['blobs.size', 'blobs.lines'])
    .where('releaseId', '=', releaseId)
    .where('path', '=', path)
    .executeTakeFirst()

/**
 * The first files of a release that may become samples and whose path contains a text, with the number of all of them.
 */
export async function choicesIn(connection: Connection, releaseId: string, search: string) {
  return (
    connection
      .selectFrom('releaseFiles')
      .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
      .select(['path', 'language', 'blobs.size', 'blobs.lines as lineCount'])
      .select(sql<number>`count(*) over ()::int`.as('total'))
      .where('releaseId', '=', releaseId)
      .where('blobs.lines', '<=', sampleLimits.lines)
      .where('blobs.size', '<=', sampleLimits.bytes)
      .where('blobs.size', '>', 0)
      .where(sql<boolean>`strpos(lower(path), lower(${search})) > 0`)
      // Files in a known language are likelier to be worth reading than .gitignore.
      .orderBy(sql`language is null`)
      .orderBy('place')
      .limit(sampleLimits.offered)
      .$narrowType<{ lineCount: number }>()
      .execute()
  )
}

/**
 * The samples of listed projects whose file may have to wait for staff: the check found a secret or personal data in
 * it, or did not read all files, and staff have not passed its content.
 */
export const samplesToPass = (connection: Connection) =>
  connection
    .selectFrom('projectSamples')
    .innerJoin('projects', 'projects.id', 'projectSamples.projectId')
    .innerJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .innerJoin('releaseFiles', (join) =>
      join
        .onRef('releaseFiles.releaseId', '=', 'projects.releaseId')
        .onRef('releaseFiles.path', '=', 'projectSamples.path'),
    )
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'projects.releaseId')
    .select(['projects.id', 'projects.title', 'projects.releaseId', 'projects.technologies', 'verifiedAt'])
    .select(['projectSamples.path', sql<DemoSignIn[]>`projects.demo_sign_ins`.as('demoSignIns')])
    .where((row) => row('passedSha256', 'is distinct from', row.ref('releaseFiles.sha256')))
    .where(
      sql<boolean>`(result is null or result->'findings' @> jsonb_build_array(jsonb_build_object('file', project_samples.path))
        or result->'findings' @> jsonb_build_array(jsonb_build_object('others', jsonb_build_array(project_samples.path)))
        or jsonb_array_length(result->'omitted') > 0
        or total_size > ${checkLimits.totalBytes} or file_count > ${checkLimits.files})`,
    )
    .orderBy('projects.id')
    .execute()
