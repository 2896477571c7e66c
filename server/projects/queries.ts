import { type Selectable, sql, type Updateable } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'

import { entitlingStatuses } from '#contract/orders/orders.ts'
import type { CodeQuestion } from '#contract/projects/code-questions.ts'
import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import type { Need } from '#contract/projects/needs.ts'
import type { HelpFigures } from '#contract/projects/project.ts'

import { cardColumns, editedPictures, editedProjects } from '../catalogue/lookup-queries.ts'
import { editionsStayOnSale } from '../catalogue/publish-queries.ts'
import { compiledQuery } from '../platform/database/compiled-query.ts'
import type { Connection, Found } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { withJsonTexts } from './json-columns.ts'

/** The record of a project, as it is or was on sale. */
export type RecordRow = Omit<Selectable<DB['projects']>, 'demoSignIns' | 'codeQuestions'> & {
  demoSignIns: DemoSignIn[]
  codeQuestions: CodeQuestion[]
}

/** A project as its owner and staff see it, with what its record holds besides. */
export type ProjectRow = RecordRow & {
  /** Whether a change of it waits, and whether that leaves what was approved before on sale, as far as the settings allow. */
  hasChanges: boolean
  keepsSale: boolean
  recordReleaseId: string | null
  recordReportKey: string | null
}

export interface FindOptions {
  /** Locks the project against changes until the transaction ends. */
  lock?: boolean
  /** Also finds a project that its owner or staff deleted. */
  includeDeleted?: boolean
}

/** The record of a project, which others read; a deleted one only with `includeDeleted`. */
export const findProject = (connection: Connection, projectId: string, options?: FindOptions) =>
  findRow(connection, projectId, 'projects', options)

/** A project as its owner and staff see it, with the change that waits; a deleted one only with `includeDeleted`. */
export const findEdited = (connection: Connection, projectId: string, options?: FindOptions) =>
  findRow(connection, projectId, editedProjects, options) as Promise<ProjectRow | undefined>

async function findRow(
  connection: Connection,
  projectId: string,
  table: 'projects',
  { lock = false, includeDeleted = false }: FindOptions = {},
): Promise<RecordRow | undefined> {
  if (lock)
    await connection
      .selectFrom('projects')
      .select('id')
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .execute()
  return connection
    .selectFrom(table)
    .selectAll()
    .where('id', '=', projectId)
    .$if(!includeDeleted, (query) => query.where('deletedAt', 'is', null))
    .$castTo<RecordRow>()
    .executeTakeFirst()
}

/** True when a project, in a query of projects, is published. */
export const isPublished = sql<boolean>`exists (select from published_projects where project_id = projects.id)`

/** The columns that decide who sees a project, of its record; undefined for a deleted one. */
export const accessRow = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .leftJoin('editions as change', (join) =>
      join.onRef('change.projectId', '=', 'projects.id').on('change.number', 'is', null),
    )
    .select([
      'change.releaseId as editedReleaseId',
      sql<
        DemoSignIn[]
      >`case when change.id is null then projects.demo_sign_ins else change.demo_sign_ins end`.as(
        'editedSignIns',
      ),
      sql<DemoSignIn[]>`projects.demo_sign_ins`.as('demoSignIns'),
      sql<boolean>`change.id is not null`.as('hasChanges'),
      'verificationStatus',
    ])
    .select([
      'projects.id',
      'ownerId',
      'projects.releaseId',
      'technologies',
      'verifiedAt',
      isPublished.as('isPublished'),
    ])
    .where('projects.id', '=', projectId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
export type StoredAccess = Found<typeof accessRow>
export type AccessRow = Omit<
  StoredAccess,
  'editedReleaseId' | 'editedSignIns' | 'hasChanges' | 'verificationStatus'
>

/** Changes a record; its time changes with it, unless only the state of a change that waits does, which has its own time. */
export async function updateProject(
  connection: Connection,
  projectId: string,
  changes: Updateable<DB['projects']>,
) {
  const isOfState = Object.keys(changes).every((name) => stateColumns.has(name))
  const now = new Date()
  const updatedAt = isOfState
    ? sql<Date>`case when exists (select from editions where project_id = projects.id and number is null)
        then updated_at else ${now} end`
    : now
  await connection
    .updateTable('projects')
    .set({ ...withJsonTexts(changes), updatedAt })
    .where('id', '=', projectId)
    .execute()
}

const stateColumns = new Set(['verificationStatus', 'verificationNotes', 'unsentSince', 'wasReminded'])

/** Sets the cover of a project, and of its waiting change, where a release is theirs, but not the time of the last change. */
export async function updateCover(
  connection: Connection,
  projectId: string,
  releaseId: string,
  cover: { languages: string; fileTree: string },
) {
  await connection
    .updateTable('projects')
    .set(cover)
    .where('id', '=', projectId)
    .where('releaseId', '=', releaseId)
    .execute()
  await connection
    .updateTable('editions')
    .set(cover)
    .where('projectId', '=', projectId)
    .where('releaseId', '=', releaseId)
    .where('number', 'is', null)
    .execute()
}

/** Records that staff take projects off sale now; it is no change of their owners'. */
export async function markTakenOff(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  // The clock, because orders may have been begun while this transaction waited for the lock.
  const takenOffAt = sql<Date>`clock_timestamp()`
  await trx.updateTable('projects').set({ takenOffAt }).where('id', 'in', projectIds).execute()
}

/**
 * Ends the checkouts of a locked project that were begun since a time, because what they sell is on sale no longer, but
 * what was before it is again.
 */
export const endCheckouts = (trx: Connection, projectId: string, since: Date) =>
  sql`select cancel_checkouts_of(${projectId}, ${since})`.execute(trx)

/** Clears the bundle price when it is higher than both prices together, or there is no report. */
export const dropBundle = (connection: Connection, projectId: string) =>
  connection
    .updateTable('projects')
    .set({ bundlePricePaise: null })
    .where('id', '=', projectId)
    .where((column) =>
      column.or([
        column('reportPricePaise', 'is', null),
        sql<boolean>`bundle_price_paise > price_paise + report_price_paise`,
      ]),
    )
    .execute()

/** True when the present release has a file that can be the project's own licence. */
const hasLicenceFile = sql<boolean>`exists (
  select from releases where releases.id = projects.release_id and licence_file is not null)`

/** Sets a project back to our licence when its owner chose their own and its present release has no licence file. */
export const dropOwnLicence = (connection: Connection, projectId: string) =>
  connection
    .updateTable('projects')
    .set({ licence: 'readymade' })
    .where('id', '=', projectId)
    .where('licence', '=', 'own')
    .where('releaseId', 'is not', null)
    .where((column) => column.not(hasLicenceFile))
    .execute()

/** Tells whether a project has files, and none of them can be its own licence. */
export const lacksLicenceFile = async (connection: Connection, projectId: string): Promise<boolean> =>
  (await connection
    .selectFrom(editedProjects)
    .select('id')
    .where('id', '=', projectId)
    .where('releaseId', 'is not', null)
    .where((column) => column.not(hasLicenceFile))
    .executeTakeFirst()) !== undefined

type Counter =
  | 'salesCount'
  | 'downloadCount'
  | 'ratingSum'
  | 'ratingCount'
  | 'runCount'
  | 'ranCount'
  | 'freeRunCount'
  | 'freeRanCount'

/** The columns that are counted. */
export type Counters = Record<Counter, number>

/**
 * Counts the sales, ratings and run answers of a project anew. The project is locked first, so that what was committed
 * until then is counted, whoever counts at the same time.
 */
export async function updateReputation(trx: Connection, projectId: string): Promise<void> {
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
  await sql`
    update projects set (sales_count, rating_sum, rating_count, run_count, ran_count, free_run_count, free_ran_count)
      = (select * from reputation_of(${projectId}))
    where id = ${projectId}`.execute(trx)
}

/** A project that is not deleted, with the public details of its owner and its present release: its record. */
export const readProject = async (connection: Connection, projectId: string) =>
  (await selectProject(connection, { projectId }, 'record'))[0]
/** The same as its owner and staff see it. */
export const readEditedProject = async (connection: Connection, projectId: string) =>
  (await selectProject(connection, { projectId }, 'edited'))[0]
const selectProject = compiledQuery(
  (connection, { projectId }: { projectId: string }, shape: 'record' | 'edited') =>
    connection
      .selectFrom(shape === 'edited' ? editedProjects : 'projects')
      .innerJoin('members', 'members.id', 'projects.ownerId')
      .leftJoin('releases', 'releases.id', 'projects.releaseId')
      .leftJoin('reports', 'reports.key', 'projects.reportKey')
      .select((from) => [
        'projects.id',
        'projects.ownerId',
        'projects.releaseId',
        'projects.technologies',
        'projects.verifiedAt',
        sql<DemoSignIn[]>`demo_sign_ins`.as('demoSignIns'),
        cardColumns(from, {
          description: from.ref('description'),
          images: shape === 'edited' ? editedPictures : undefined,
        }).as('card'),
        isPublished.as('isPublished'),
        jsonBuildObject({
          features: from.ref('features'),
          requirements: from.ref('requirements'),
          needs: sql<
            Need[]
          >`coalesce((select needs from release_checks where release_id = projects.release_id), '{}')`,
          demoUrl: from.ref('demoUrl'),
          githubUrl: from.ref('githubUrl'),
          repository: from.ref('repository'),
          verificationNotes: from.ref('verificationNotes'),
          verifiedAt: from.ref('verifiedAt'),
          updatedAt: from.ref('projects.updatedAt'),
          archivedAt: from.ref('archivedAt'),
          unsentSince: from.ref('unsentSince'),
          licence: from.ref('licence'),
          licenceFile: from.ref('releases.licenceFile'),
          licenceName: nameOfOwnLicence,
          allowsCustomization: from.ref('allowsCustomization'),
          includesInstallationSupport: from.ref('includesInstallationSupport'),
          demoSignInsPublic: from.ref('demoSignInsPublic'),
          allowsSeats: from.ref('allowsSeats'),
          codeQuestions: sql<CodeQuestion[]>`code_questions`,
          bundlePricePaise: from.ref('bundlePricePaise'),
          reportPricePaise: from.ref('reportPricePaise'),
          reportName: from.ref('reportName'),
          reportPages: from.ref('reports.pages'),
          reportHeadings: from.ref('reports.headings'),
          freeRanCount: from.ref('freeRanCount'),
          freeRunCount: from.ref('freeRunCount'),
          ...(shape === 'edited' ? editionOf : withoutEdition),
          ownerName: from.ref('members.name'),
          ownerIsPublic: from.ref('members.isPublic'),
          ownerPicture: sql<string | null>`case when members.is_public then members.profile_picture end`,
          releaseNumber: from.ref('releases.number'),
          releasedAt: from.ref('releases.createdAt'),
          fileCount: from.ref('releases.fileCount'),
          totalSize: from.ref('releases.totalSize'),
          recall: lastRecall,
          help: helpFigures,
        }).as('details'),
      ])
      .where('projects.id', '=', projectId)
      .where('deletedAt', 'is', null)
      .compile(),
)
export type DetailRow = Found<typeof readProject>

/** How buyers were helped. Most projects have nothing to count, which the index tells sooner than the function. */
const helpFigures = sql<HelpFigures | null>`case when exists (
  select from help_requests where project_id = projects.id and closed_at is not null) then help_figures_of(projects.id, null) end`

/** Whether a change waits, and the edition on sale, or what was. */
const editionOf = {
  hasChanges: sql<boolean>`projects.has_changes`,
  keepsSale: sql<boolean>`projects.keeps_sale`,
  edition: sql<{ number: number; since: string; staysOnSale: boolean } | null>`(
    select json_build_object('number', number, 'since', approved_at, 'staysOnSale', ${editionsStayOnSale}) from editions
    where project_id = projects.id and number = projects.edition
      and (projects.verification_status = 'approved' or projects.keeps_sale))`,
}
const withoutEdition = {
  hasChanges: sql<boolean>`false`,
  keepsSale: sql<boolean>`false`,
  edition: sql<null>`null`,
}

/** The name that the check of the release found (server/projects/findings/rules/licences.ts). */
const nameOfOwnLicence = sql<string | null>`case when projects.licence = 'own' then (
  select named->>'licence' from release_checks, jsonb_array_elements(result->'licences') named
  where release_checks.release_id = releases.id and named->>'file' = releases.licence_file limit 1) end`

const lastRecall = sql<{ release: number; recalledAt: string; reason: string } | null>`(
  select json_build_object('release', number, 'recalledAt', recalled_at, 'reason', recall_reason) from releases recalled
  where recalled.project_id = projects.id and recalled_at is not null order by number desc limit 1)`

/** The title of a deleted project, for its owner's view counts and for those who complained about it. */
export const deletedTitle = 'Former project'

/** Tells whether a member owns a project's source. */
export const hasBought = async (
  connection: Connection,
  memberId: string,
  projectId: string,
): Promise<boolean> =>
  (await connection
    .selectFrom('orders')
    .select('id')
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .where('kind', '=', 'source')
    .where('status', 'in', entitlingStatuses)
    .executeTakeFirst()) !== undefined

/** Counts the members who own a project's source, or its source or report when no kind is named. */
export async function buyersOf(
  connection: Connection,
  projectId: string,
  kind?: 'source' | 'report',
): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select(sql<number>`count(distinct member_id)`.as('count'))
    .where('projectId', '=', projectId)
    .where('status', 'in', entitlingStatuses)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow()
  return count
}
