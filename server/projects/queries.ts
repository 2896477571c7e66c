import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'

export type ProjectRow = Selectable<DB['projects']>

export interface FindOptions {
  /** Keeps others from changing it until the transaction ends. */
  lock?: boolean
  /** Also one that its owner or staff deleted. */
  orDeleted?: boolean
}

/** A project that is not deleted, unless that is asked for. */
export const findProject = (
  connection: Connection,
  projectId: string,
  { lock = false, orDeleted = false }: FindOptions = {},
) =>
  connection
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .$if(!orDeleted, (query) => query.where('deletedAt', 'is', null))
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export const isPublished = sql<boolean>`exists (select from published_projects where project_id = projects.id)`

export type AccessRow = Awaited<ReturnType<typeof accessRows>>[number]

/** What decides who sees a project, of those among these that are not deleted. */
export const accessRows = prepared((connection, { ids }: { ids: string[] }) =>
  connection
    .selectFrom('projects')
    .select(['id', 'ownerId', 'releaseId', 'technologies', isPublished.as('isPublished')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .compile(),
)

/** Inserts a project. False when its owner's idempotency key stands for one already. */
export async function insertProject(
  connection: Connection,
  project: Insertable<DB['projects']>,
): Promise<boolean> {
  const inserted = await connection
    .insertInto('projects')
    .values(project)
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The project that an owner's idempotency key stands for, also when it is deleted. */
export const projectByKey = (connection: Connection, ownerId: string, idempotencyKey: string) =>
  connection
    .selectFrom('projects')
    .select(['id', 'requestHash'])
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirstOrThrow()

export async function updateProject(
  connection: Connection,
  projectId: string,
  changes: Updateable<DB['projects']>,
) {
  await connection
    .updateTable('projects')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', projectId)
    .execute()
}

/** Ends a price for code and report together that is dearer than both alone, or has no report to be for. */
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

/** Whether a release has a file that can be the project's own licence. */
const hasLicenceFile = sql<boolean>`exists (
  select from releases where releases.id = projects.release_id and licence_file is not null)`

/** Lets our licence hold for a project whose owner chose their own, when its present release has none. */
export const dropOwnLicence = (connection: Connection, projectId: string) =>
  connection
    .updateTable('projects')
    .set({ licence: 'readymade' })
    .where('id', '=', projectId)
    .where('licence', '=', 'own')
    .where('releaseId', 'is not', null)
    .where((column) => column.not(hasLicenceFile))
    .execute()

/** Whether a project has files, and among them none that can be its own licence. */
export const lacksLicenceFile = async (connection: Connection, projectId: string): Promise<boolean> =>
  (await connection
    .selectFrom('projects')
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

/** What is only ever added to. */
export type Counters = Record<Counter, number>

/** Adds to a project's counters without losing what others add at the same time. That is no edit: updatedAt stays. */
export async function addToCounters(connection: Connection, projectId: string, by: Partial<Counters>) {
  await connection
    .updateTable('projects')
    .set((column) =>
      Object.fromEntries(Object.entries(by).map(([name, n]) => [name, column(name as Counter, '+', n)])),
    )
    .where('id', '=', projectId)
    .execute()
}

export const memberName = (connection: Connection, memberId: string) =>
  connection.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirstOrThrow()
