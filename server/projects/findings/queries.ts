import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import type { RuleName } from '#contract/projects/findings.ts'
import type { Need } from '#contract/projects/needs.ts'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import type { Checked } from './check/check.ts'
import type { Making } from './needs.ts'

export interface StoredCheck {
  releaseId: string
  version: number
  /** Undefined when the files could not be checked. */
  checked: Checked | undefined
  needs?: Need[] | undefined
}

/** Locks a release against deletion until the transaction ends; answers false when it is deleted. */
export async function lockRelease(trx: Connection, releaseId: string): Promise<boolean> {
  const release = await trx
    .selectFrom('releases')
    .select('id')
    .where('id', '=', releaseId)
    .forKeyShare()
    .executeTakeFirst()
  return release !== undefined
}

/** The project whose present release this is, while staff have not decided on it. */
export const projectToVerify = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom(editedProjects)
    .select(['id', 'ownerId', 'releaseId', 'title', 'technologies', 'verifiedAt'])
    .select(sql<DemoSignIn[]>`demo_sign_ins`.as('demoSignIns'))
    .where('releaseId', '=', releaseId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('verificationStatus', 'in', beforeVerification)
    .executeTakeFirst()

const beforeVerification = ['pending', 'under_review']

/** Records that the owner of a checked release is mailed; answers false when that was recorded before. */
export async function recordOwnerMailed(trx: Connection, releaseId: string): Promise<boolean> {
  const marked = await trx
    .updateTable('releaseChecks')
    .set({ ownerMailedAt: new Date() })
    .where('releaseId', '=', releaseId)
    .where('ownerMailedAt', 'is', null)
    .returning('releaseId')
    .executeTakeFirst()
  return marked !== undefined
}

/** SQL expression: the switches that staff have set now. */
const switchesNow = sql<string>`(select coalesce(jsonb_agg(to_jsonb(finding_rules)), '[]') from finding_rules)`
/** SQL expression: those of the time when a release was checked; of now for one that is not checked. */
const switchesThen = sql<SetSwitches[]>`coalesce(release_checks.switches, ${switchesNow})`

interface SetSwitches {
  rule: string
  shown: boolean
  required: boolean
}

/** A row with the rules that are required of the release of `release_checks`, of which these are so by default. */
export const requiredOf = (byDefault: RuleName[]) => sql<{ rules: string[] }>`(
  select array(
    select rule from jsonb_to_recordset(${switchesThen}) as switched (rule text, required boolean) where required
    union all select rule from unnest(${byDefault}::text[]) as usual (rule)
      where rule not in (select rule from jsonb_to_recordset(${switchesThen}) as switched (rule text))
  ) as rules)`

/**
 * SQL condition: a finding, as JSON, of `projects` is about more than the demo sign-ins of the listing; the same as
 * isDeclared in presenter.ts.
 */
export const undeclared = (finding: string) => sql<boolean>`not coalesce(
  jsonb_path_query_array(${sql.ref(finding)}->'signIns', '$[*].password')
    <@ jsonb_path_query_array(projects.demo_sign_ins, '$[*].password'), false)`

/**
 * The projects before verification, all or of these ids, that have an unexplained finding of a required rule; these are
 * required by default.
 */
export const blockedProjects = async (
  connection: Connection,
  byDefault: RuleName[],
  among?: string[],
): Promise<string[]> =>
  (
    await connection
      .selectFrom(editedProjects)
      .innerJoin('releaseChecks', 'releaseChecks.releaseId', 'projects.releaseId')
      .innerJoinLateral(requiredOf(byDefault).as('required'), (join) => join.onTrue())
      .select('projects.id')
      .where('deletedAt', 'is', null)
      .where('verificationStatus', 'in', beforeVerification)
      .$if(among !== undefined, (query) => query.where(sql<boolean>`projects.id = any(${among}::uuid[])`))
      .where(
        sql<boolean>`exists (
          select from jsonb_array_elements(result->'findings') found
          where found->>'rule' = any(required.rules) and ${undeclared('found')} and not exists (
            select from finding_waivers waiver where waiver.project_id = projects.id
              and waiver.rule = found->>'rule' and waiver.file = found->>'file' and waiver.mark = found->>'mark'
          )
        ) or exists (
          select from jsonb_array_elements(result->'omitted') omitted where omitted->>'rule' = any(required.rules)
        )`,
      )
      .execute()
  ).map(({ id }) => id)

/**
 * Saves the check of a release in place of the one before, with the switches of now. What the release needs stays when
 * it could not be checked again, because its files are the same.
 */
export async function upsertCheck(
  connection: Connection,
  { releaseId, version, checked, needs }: StoredCheck,
) {
  const check = {
    version,
    state: checked ? 'checked' : 'failed',
    result: checked ? JSON.stringify(checked) : null,
    checkedAt: new Date(),
    switches: switchesNow,
    ...(needs && { needs }),
  }
  await connection
    .insertInto('releaseChecks')
    .values({ releaseId, ...check })
    .onConflict((conflict) => conflict.column('releaseId').doUpdateSet(check))
    .execute()
}

/** The status of a release and the version of the rules that checked it last; null when none has. */
export const releaseForCheck = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'releases.id')
    .select(['status', 'version'])
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()

/** A project's release with its check if there is one, the project's waivers, and the rule switches of its check. */
export async function checkedRelease(connection: Connection, projectId: string, releaseId: string) {
  const row = await connection
    .selectFrom('releases')
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'releases.id')
    .select(['number', 'createdAt', 'approvedAt', 'fileCount', 'totalSize', 'state', 'checkedAt', 'result'])
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('findingWaivers')
          .select(['rule', 'file', 'mark', 'reason', 'waivedBy as by', 'waivedAt as at'])
          .where('projectId', '=', projectId),
      ).as('waivers'),
      switchesThen.as('switches'),
    ])
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()
  if (!row) return undefined
  const { result, ...release } = row
  return { ...release, checked: result as unknown as Checked | null }
}
export type WaiverRow = Found<typeof checkedRelease>['waivers'][number]

/** Marks a release whose check failed as waiting for another check from now on. */
export async function upsertWaitingCheck(connection: Connection, releaseId: string) {
  await connection
    .insertInto('releaseChecks')
    .values({ releaseId, version: 0, state: 'waiting' })
    .onConflict((conflict) =>
      conflict.column('releaseId').doUpdateSet({
        version: 0,
        state: 'waiting',
        result: null,
        checkedAt: new Date(),
        switches: null,
      }),
    )
    .execute()
}

/** The present releases, on sale or waiting, that this version of the rules has not checked. */
export const releasesToCheck = (connection: Connection, version: number) =>
  connection
    .selectFrom('projects')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.projectId', '=', 'projects.id')
        .on(sql<boolean>`releases.id in (release_id, edited_release(projects))`),
    )
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'releases.id')
    .select(['releases.id as releaseId', 'ownerId'])
    .where('projects.deletedAt', 'is', null)
    .where('releaseChecks.version', 'is distinct from', version)
    // A release without files, such as a benchmark's, needs no check.
    .where((on) =>
      on.exists(
        on.selectFrom('releaseFiles').select('path').whereRef('releaseFiles.releaseId', '=', 'releases.id'),
      ),
    )
    .execute()

/** The checked releases of which it is not stored what they need. */
export const releasesWithoutNeeds = (connection: Connection) =>
  connection
    .selectFrom('releaseChecks')
    .select('releaseId')
    .where('needs', 'is', null)
    .where('result', 'is not', null)
    .execute()

/** What the check of a release found of its making; undefined when there is none. */
export async function makingOf(connection: Connection, releaseId: string): Promise<Making | undefined> {
  const row = await connection
    .selectFrom('releaseChecks')
    .select((from) => [
      'result',
      jsonArrayFrom(
        from
          .selectFrom('releaseLanguages')
          .select(['language as name', 'size'])
          .whereRef('releaseLanguages.releaseId', '=', 'releaseChecks.releaseId'),
      ).as('languages'),
    ])
    .where('releaseId', '=', releaseId)
    .where('result', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const checked = row.result as unknown as Checked
  // Checks by earlier versions of the rules do not know the file that starts it.
  return { ...checked, entry: checked.entry ?? null, languages: row.languages }
}

export async function updateNeeds(connection: Connection, releaseId: string, needs: Need[]) {
  await connection.updateTable('releaseChecks').set({ needs }).where('releaseId', '=', releaseId).execute()
}

export interface Place {
  rule: RuleName
  file: string
}

interface Waiver extends Place {
  projectId: string
  marks: string[]
  reason: string
  waivedBy: string
}

export async function upsertWaivers(connection: Connection, { marks, ...waiver }: Waiver) {
  const { reason, waivedBy } = waiver
  await connection
    .insertInto('findingWaivers')
    // The time under the project's lock, because an approval may have come since the transaction began.
    .values(marks.map((mark) => ({ ...waiver, mark, waivedAt: new Date() })))
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'rule', 'file', 'mark'])
        .doUpdateSet({ reason, waivedBy, waivedAt: new Date() }),
    )
    .execute()
}

export async function deleteWaiver(
  connection: Connection,
  projectId: string,
  { rule, file, mark }: Place & { mark: string },
) {
  await connection
    .deleteFrom('findingWaivers')
    .where('projectId', '=', projectId)
    .where('rule', '=', rule)
    .where('file', '=', file)
    .where('mark', '=', mark)
    .execute()
}

/** Deletes all waivers of these projects. */
export async function deleteWaiversOf(connection: Connection, projectIds: string[]) {
  await connection.deleteFrom('findingWaivers').where('projectId', 'in', projectIds).execute()
}

/** The switches that staff have set. */
export const storedSwitches = (connection: Connection) =>
  connection.selectFrom('findingRules').select(['rule', 'shown', 'required']).execute()

export async function upsertSwitches(
  connection: Connection,
  { rule, shown, required }: { rule: RuleName; shown: boolean; required: boolean },
) {
  await connection
    .insertInto('findingRules')
    .values({ rule, shown, required })
    .onConflict((conflict) => conflict.column('rule').doUpdateSet({ shown, required }))
    .execute()
}
