import { sql, type Updateable } from 'kysely'

import type { CodeQuestion } from '#contract/projects/code-questions.ts'
import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import type { Thumbnail } from '#contract/projects/project.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { withJsonTexts } from '../json-columns.ts'

/** A picture of an edition. */
export interface Picture {
  id: string
  alt: string
  width: number
  height: number
  thumbnail: Thumbnail | null
}

export type EditionColumns = Updateable<DB['editions']>

/** What editions and records have in common, except the pictures. */
const shared =
  sql.raw(`title, description, category, features, requirements, demo_url, github_url, licence, release_id,
  report_key, report_name, languages, file_tree, demo_sign_ins, code_questions`)

/** Makes owners that begin to change what is on sale, and a change of the setting, wait for each other. */
export async function lockWhileChangesWait(trx: Connection, as: 'owner' | 'setting'): Promise<void> {
  const lock = as === 'owner' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await sql`select ${sql.raw(lock)}(hashtext('while changes wait'))`.execute(trx)
}

/** Inserts the change of a locked project that waits from now on, which is the record still. */
export const insertChange = (trx: Connection, projectId: string, keepsSale: boolean) =>
  sql`insert into editions (project_id, ${shared}, pictures, report_price_paise, bundle_price_paise, keeps_sale)
    select id, ${shared}, pictures_of(id), report_price_paise, bundle_price_paise, ${keepsSale}
    from projects where id = ${projectId}`.execute(trx)

/** Changes the change of a project that waits; its time changes with it, whatever the clock of another process says. */
export const updateChange = (
  trx: Connection,
  projectId: string,
  changes: Omit<EditionColumns, 'id' | 'projectId' | 'number' | 'approvedAt' | 'updatedAt'>,
) =>
  trx
    .updateTable('editions')
    .set({
      ...withJsonTexts(changes),
      updatedAt: sql<Date>`(select greatest(clock_timestamp(), editions.updated_at + interval '1 ms', projects.updated_at + interval '1 ms')
        from projects where projects.id = editions.project_id)`,
    })
    .where('projectId', '=', projectId)
    .where('number', 'is', null)
    .execute()

/** Sets the change back to our licence when it is the owner's own and its release has no licence file. */
export const dropOwnLicenceOfChange = (trx: Connection, projectId: string) =>
  sql`update editions set licence = 'readymade'
    where project_id = ${projectId} and number is null and licence = 'own'
      and exists (select from releases where releases.id = release_id and licence_file is null)`.execute(trx)

/** Clears the bundle price of the change when it is higher than both prices together, or there is no report. */
export const dropBundleOfChange = (trx: Connection, projectId: string) =>
  sql`update editions set bundle_price_paise = null from projects
    where projects.id = project_id and project_id = ${projectId} and number is null
      and coalesce(editions.bundle_price_paise > projects.price_paise
        + coalesce(projects.report_price_paise, editions.report_price_paise), true)`.execute(trx)

export const deleteChange = (trx: Connection, projectId: string) =>
  trx.deleteFrom('editions').where('projectId', '=', projectId).where('number', 'is', null).execute()

/**
 * Copies the change that waits into the record, except its pictures. A report that it adds brings its prices; one that it
 * removes takes them with it.
 */
export const copyChangeToRecord = (trx: Connection, projectId: string) =>
  sql`update projects set (${shared}, report_price_paise, bundle_price_paise)
      = (select ${shared}, report_price_paise, bundle_price_paise from edited_projects edited where edited.id = projects.id)
    where id = ${projectId}`.execute(trx)

/**
 * Numbers what the record of a locked project is now as its next edition, with the prices and the time of now, or of the
 * approval before, which may be of a process that knows of no editions. Returns the number.
 */
export async function recordEdition(
  trx: Connection,
  projectId: string,
  approval: 'now' | 'before' = 'now',
): Promise<number> {
  const { rows } = await sql<{ edition: number }>`
    with made as (
      insert into editions (project_id, number, approved_at, ${shared}, pictures, price_paise, report_price_paise, bundle_price_paise)
      select id, 1 + coalesce((select max(number) from editions where project_id = projects.id), 0),
        coalesce(before.at, verified_at, now()), ${shared}, pictures_of(id), coalesce(before.price, price_paise),
        case when before.at is null then report_price_paise else before.report_price end,
        case when before.at is null then bundle_price_paise else before.bundle_price end
      from projects left join (
        select project_id, approved_at as at, price_paise as price, report_price_paise as report_price,
          bundle_price_paise as bundle_price
        from approved_editions where ${approval === 'before'}
      ) before on before.project_id = projects.id
      where id = ${projectId}
      returning number
    )
    update projects set edition = made.number from made where id = ${projectId} returning edition`.execute(
    trx,
  )
  return rows[0]!.edition
}

/** Makes the edition that the record holds the change that waits again, with what its owner has set at once since. */
export const insertChangeFrom = (trx: Connection, projectId: string, number: number, keepsSale: boolean) =>
  sql`insert into editions (project_id, ${shared}, pictures, report_price_paise, bundle_price_paise, keeps_sale)
    select project_id, ${shared}, pictures_of(project_id), present.report_price, present.bundle_price, ${keepsSale}
    from editions join (
      select id as record, report_price_paise as report_price, bundle_price_paise as bundle_price from projects
    ) present on record = project_id
    where project_id = ${projectId} and number = ${number}`.execute(trx)

/** What the report of a record costs, alone and together with the code. */
export interface ReportPrices {
  reportPricePaise: number | null
  bundlePricePaise: number | null
}

/**
 * Writes an approved edition into the record, except its pictures. The prices of today stay; those of a report that the
 * record does not have any more are as they were before.
 */
export const copyEditionToRecord = (
  trx: Connection,
  projectId: string,
  number: number,
  before: ReportPrices,
) =>
  sql`update projects set (${shared}, report_price_paise, bundle_price_paise, verified_at) = (
      select ${shared}, case when report_key is not null
          then coalesce(projects.report_price_paise, ${before.reportPricePaise}::integer, report_price_paise, 0) end,
        case when report_key is null then null when projects.report_key is null then ${before.bundlePricePaise}::integer
          else projects.bundle_price_paise end, approved_at
      from editions where project_id = projects.id and number = ${number}
    ) where id = ${projectId}`.execute(trx)

/** Deletes an edition whose approval is taken back; the record holds the one `before`, or none. */
export async function forgetEdition(
  trx: Connection,
  projectId: string,
  { number, before }: { number: number; before: number | null },
) {
  await trx.deleteFrom('editions').where('projectId', '=', projectId).where('number', '=', number).execute()
  await trx.updateTable('projects').set({ edition: before }).where('id', '=', projectId).execute()
}

/** What staff approved of a project last. */
export const lastEdition = async (connection: Connection, projectId: string) => {
  const edition = await connection
    .selectFrom('editions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    edition && {
      ...edition,
      pricePaise: edition.pricePaise!,
      approvedAt: edition.approvedAt!,
      demoSignIns: edition.demoSignIns as unknown as DemoSignIn[],
      codeQuestions: edition.codeQuestions as unknown as CodeQuestion[],
    }
  )
}

/** The pictures of a project as its owner and staff see them, or of an edition, in their order. */
export async function picturesOf(
  connection: Connection,
  projectId: string,
  number?: number,
): Promise<Picture[]> {
  const { rows } = await sql<{ pictures: Picture[] }>`select ${
    number === undefined
      ? sql`edited_pictures(${projectId})`
      : sql`(select pictures from editions where project_id = ${projectId} and number = ${number})`
  } as pictures`.execute(connection)
  return rows[0]?.pictures ?? []
}

/** The projects whose edition stays on sale, or may, while a change waits. */
export const projectsKeptOnSale = async (connection: Connection): Promise<string[]> =>
  (
    await connection
      .selectFrom('editions')
      .select('projectId')
      .where('number', 'is', null)
      .where('keepsSale', '=', true)
      .orderBy('projectId')
      .execute()
  ).map(({ projectId }) => projectId)
