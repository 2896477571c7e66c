import { sql } from 'kysely'

import type { HelpFigures } from '#contract/projects/project.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { ownerAnswers } from './queries.ts'

/** The help requests whose answer is late, of owners and of staff, and since when the longest is. */
export const countLateHelp = (connection: Connection) =>
  connection
    .selectFrom('helpRequests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('dueAt').as('since')])
    .where('closedAt', 'is', null)
    .where('dueAt', '<', sql<Date>`now()`)
    .executeTakeFirstOrThrow()

/** The help requests that wait for staff, and since when the longest does. */
export const countHelpForStaff = (connection: Connection) =>
  connection
    .selectFrom('helpRequests')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('waitingSince').as('since')])
    .where('closedAt', 'is', null)
    .where('dueAt', 'is not', null)
    .where(sql<boolean>`not ${ownerAnswers}`)
    .executeTakeFirstOrThrow()

/** A help request with its order's buyer and title, by the number that people see. */
export const helpRequestByNumber = (connection: Connection, number: number) =>
  connection
    .selectFrom('helpRequests')
    .innerJoin('orders', 'orders.id', 'helpRequests.orderId')
    .select(['helpRequests.memberId', 'orders.title', 'orderId', 'openedAt', 'dueAt'])
    .select(['helpRequests.status', 'lastAnswerAt', 'closedAt'])
    .where('helpRequests.number', '=', number)
    .executeTakeFirst()

/** How an owner's buyers were helped; null before five of their requests are closed. */
export async function helpFiguresOfOwner(
  connection: Connection,
  ownerId: string,
): Promise<HelpFigures | null> {
  const { rows } = await sql<{ figures: HelpFigures | null }>`
    select help_figures_of(null, ${ownerId}) as figures`.execute(connection)
  return rows[0]!.figures
}

/** The pictures that a member sent in help requests. */
export const helpPicturesOf = (connection: Connection, memberId: string) =>
  connection.selectFrom('helpPictures').select('id').where('memberId', '=', memberId).execute()
