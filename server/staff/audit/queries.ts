import { type Insertable, type Selectable, sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'
import type { auditReadings } from '#contract/staff/audit.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

type Texts = DB['staffActionTexts']
export type ActionRow = Selectable<DB['staffActions']> & {
  staffName: string
  isGone: boolean
  textsName: string | null
  textsBefore: unknown
  textsAfter: unknown
}

export async function insertAction(
  connection: Connection,
  action: Insertable<DB['staffActions']>,
  texts?: Insertable<Texts>,
): Promise<void> {
  await connection.insertInto('staffActions').values(action).execute()
  if (texts) await connection.insertInto('staffActionTexts').values(texts).execute()
}

/** Deletes the texts of the actions about some targets; the actions stay. */
export async function clearActionTexts(trx: Connection, targets: string[]): Promise<void> {
  await sql`delete from staff_action_texts using staff_actions
    where id = action_id and target = any (${targets}::text[])`.execute(trx)
}

/** The looks that are recorded: they change nothing, and a page makes them again whenever it loads. */
export const looks = ['open member', 'open order', 'open dispute', 'read source'] as const

const isReading = sql<boolean>`(action in (${sql.join(looks)}) or starts_with(target, 'list '))`

export interface AuditFilter {
  search?: string | undefined
  staff?: string | undefined
  kind?: string | undefined
  about?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** What they read alone, or that too; by default neither. */
  show?: (typeof auditReadings)[number] | undefined
}

/** Returns a page of the actions that match a filter, the newest first. Days are days in India, both included. */
export const listActions = (connection: Connection, filter: AuditFilter, window: PageWindow) =>
  pageOf(
    connection,
    matching(connection, filter)
      .innerJoin('staff', 'staff.id', 'staffActions.staffId')
      .selectAll('staffActions')
      .select(['texts.name as textsName', 'texts.before as textsBefore', 'texts.after as textsAfter'])
      .select(['staff.name as staffName', isGone.as('isGone')])
      .orderBy('happenedAt', 'desc')
      .orderBy('staffActions.id', 'desc'),
    window,
  )

function matching(connection: Connection, { search, staff, kind, about, from, to, show }: AuditFilter) {
  let query = connection
    .selectFrom('staffActions')
    .leftJoin('staffActionTexts as texts', 'texts.actionId', 'staffActions.id')
  if (show !== 'all') query = query.where(show ? isReading : sql<boolean>`not ${isReading}`)
  if (staff) query = query.where('staffId', '=', staff)
  if (kind) query = query.where('target', 'like', `${kind} %`)
  if (about) query = query.where(sql<boolean>`split_part(target, ' ', 2) = ${about}`)
  if (from) query = query.where('happenedAt', '>=', midnight(from, 0))
  if (to) query = query.where('happenedAt', '<', midnight(to, 1))
  for (const word of (search ?? '').split(/\s+/).filter(Boolean))
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', action, target, staff_actions.name, staff_actions.before, staff_actions.after, texts.name, texts.before, texts.after, case when is_alone then 'alone' end)), ${word.toLowerCase()}) > 0`,
    )
  return query
}

/** A deleted project remains as a row with deleted_at; a deleted message has no row. */
const isGone = sql<boolean>`case
  when target ~ '^(project|contact) [0-9a-f-]{36}$' then not exists (
    select from projects where id = split_part(target, ' ', 2)::uuid and deleted_at is null
    union all
    select from contact_messages where id = split_part(target, ' ', 2)::uuid)
  else false end`

const midnight = (day: string, later: number) =>
  sql<Date>`((${day}::date + ${later}::int)::timestamp at time zone 'Asia/Kolkata')`

/** Whether a staff member did the same about the same target within the last hour. */
export async function wasRecordedLately(
  connection: Connection,
  staffId: string,
  action: string,
  target: string,
): Promise<boolean> {
  const found = await connection
    .selectFrom('staffActions')
    .select('id')
    .where('target', '=', target)
    .where('staffId', '=', staffId)
    .where('action', '=', action)
    .where('happenedAt', '>', sql<Date>`now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const actionsOn = (connection: Connection, target: string, except: readonly string[]) =>
  connection
    .selectFrom('staffActions')
    .innerJoin('staff', 'staff.id', 'staffId')
    .select(['action', 'staff.name as by', 'happenedAt'])
    .where('target', '=', target)
    .where('action', 'not in', except)
    .orderBy('happenedAt')
    .orderBy('staffActions.id')
    .execute()

/** Returns the names of all staff, deactivated ones too, by name. */
export const staffNames = (connection: Connection) =>
  connection.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute()
