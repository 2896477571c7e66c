import type { Insertable, Updateable } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

const withAsker = (connection: Connection) =>
  connection
    .selectFrom('questions')
    .innerJoin('members', 'members.id', 'questions.askerId')
    .select(['questions.id', 'members.name', 'questions.askerId', 'questions.text', 'questions.createdAt'])
    .select(['questions.answer', 'questions.answeredAt', 'questions.hiddenReason'])

/**
 * The newest questions about a project, up to a number of them. `hidden` selects which hidden ones are included: all,
 * or one member's own.
 */
export const newestQuestions = (
  connection: Connection,
  projectId: string,
  { max, hidden }: { max: number; hidden: 'all' | { of: string | undefined } },
) => {
  const askerId = hidden === 'all' ? undefined : hidden.of
  return withAsker(connection)
    .where('projectId', '=', projectId)
    .$if(hidden !== 'all', (query) =>
      query.where((row) =>
        row.or([row('hiddenReason', 'is', null), ...(askerId ? [row('askerId', '=', askerId)] : [])]),
      ),
    )
    .orderBy('questions.createdAt', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(max)
    .execute()
}

/** A question about a project. */
export const findQuestion = (connection: Connection, projectId: string, id: string) =>
  withAsker(connection).where('questions.id', '=', id).where('projectId', '=', projectId).executeTakeFirst()

/**
 * The unanswered questions of a member about a project. Locks the member until the transaction ends, so that two of
 * their questions at once are counted one after the other.
 */
export async function lockWaitingQuestions(trx: Connection, askerId: string, projectId: string) {
  await trx.selectFrom('members').select('id').where('id', '=', askerId).forNoKeyUpdate().execute()
  return trx
    .selectFrom('questions')
    .select(['id', 'text', 'hiddenReason'])
    .where('askerId', '=', askerId)
    .where('projectId', '=', projectId)
    .where('answer', 'is', null)
    .execute()
}

export const insertQuestion = (connection: Connection, question: Insertable<DB['questions']>) =>
  connection.insertInto('questions').values(question).execute()

export const updateQuestion = (connection: Connection, id: string, change: Updateable<DB['questions']>) =>
  connection.updateTable('questions').set(change).where('id', '=', id).execute()

/** Deletes the questions that a member asked, and those about some projects. */
export async function deleteQuestionsOf(
  trx: Connection,
  memberId: string,
  projectIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('questions')
    .where((row) =>
      row.or([row('askerId', '=', memberId), ...projectIds.map((id) => row('projectId', '=', id))]),
    )
    .execute()
}
