import type { Insertable, Updateable } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

const withAsker = (connection: Connection) =>
  connection
    .selectFrom('questions')
    .innerJoin('members', 'members.id', 'questions.askerId')
    .select(['questions.id', 'members.name', 'questions.askerId', 'questions.text', 'questions.createdAt'])
    .select(['questions.answer', 'questions.answeredAt', 'questions.hiddenReason'])
    .select(['questions.heldAt', 'questions.answerHeldAt'])

/**
 * The newest questions about a project, up to a number of them. `by` selects which of those that are hidden or wait for
 * staff are included: all for staff, the hidden ones for the owner, or one member's own.
 */
export const newestQuestions = (
  connection: Connection,
  projectId: string,
  { max, by }: { max: number; by: 'staff' | 'owner' | { askerId: string | undefined } },
) => {
  const askerId = typeof by === 'string' ? undefined : by.askerId
  return withAsker(connection)
    .where('projectId', '=', projectId)
    .$if(by === 'owner', (query) => query.where('heldAt', 'is', null))
    .$if(typeof by !== 'string', (query) =>
      query.where((row) =>
        row.or([
          row.and([row('hiddenReason', 'is', null), row('heldAt', 'is', null)]),
          ...(askerId ? [row('askerId', '=', askerId)] : []),
        ]),
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

/**
 * The questions and answers that wait for staff, the longest waiting first, at most `max` of each, and who wrote them.
 */
export async function heldQuestions(connection: Connection, max: number) {
  const held = (at: 'heldAt' | 'answerHeldAt', writer: 'askerId' | 'projects.ownerId') =>
    connection
      .selectFrom('questions')
      .innerJoin('projects', 'projects.id', 'questions.projectId')
      .innerJoin('members', 'members.id', writer)
      .select(['questions.id', 'projectId', 'projects.title', 'members.name', 'members.email'])
      .select(['text', 'answer'])
      .select((question) => question.ref(at).$notNull().as('heldAt'))
      .where(at, 'is not', null)
      .where('hiddenReason', 'is', null)
      .where('projects.deletedAt', 'is', null)
      .orderBy(at)
      .limit(max)
      .execute()
  const [questions, answers] = await Promise.all([
    held('heldAt', 'askerId'),
    held('answerHeldAt', 'projects.ownerId'),
  ])
  return { questions, answers }
}

/** The project that a question is about, or undefined. */
export const projectOfQuestion = async (connection: Connection, id: string): Promise<string | undefined> =>
  (await connection.selectFrom('questions').select('projectId').where('id', '=', id).executeTakeFirst())
    ?.projectId
