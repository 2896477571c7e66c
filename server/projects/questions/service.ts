import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/problem.ts'
import { type Question, questionLimits } from '#contract/projects/questions.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { mailMember, type MailParts } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyProject, ownProject, requireVisible } from '../access.ts'
import { lockQuestion } from '../lookup-queries.ts'
import type { AccessRow } from '../queries.ts'
import { answerEmail, answerKind, hiddenEmail, hiddenKinds, questionEmail, questionKind } from './emails.ts'
import { changeQuestion, insertQuestion, newestQuestions, questionOf, waitingLocked } from './queries.ts'

/** A page shows this many of the newest questions. */
const maxShown = 100

type Mailing = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>
interface Place {
  id: string
  question: string
}

/** The questions about a project, newest first; those that were hidden only for staff, the owner and who asked. */
export async function questionsOf(
  connection: Connection,
  caller: Caller | undefined,
  { id: projectId, ownerId }: Pick<AccessRow, 'id' | 'ownerId'>,
): Promise<Question[]> {
  const seesAll = isStaff(caller) || ownerId === caller?.id
  const hidden = seesAll ? 'all' : { of: caller?.id }
  return (await newestQuestions(connection, projectId, { max: maxShown, hidden })).map(toQuestion)
}

/** Puts a member's question on a project's page and mails its owner, once however often it is sent. Throws conflict for one that staff hid, and when too many of theirs wait for an answer. */
export const ask = (
  parts: Mailing,
  caller: Caller<'member'>,
  projectId: string,
  text: string,
): Promise<Question> =>
  parts.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    const { ownerId, title } = await anyProject(trx, projectId)
    if (ownerId === caller.id)
      throw new ProblemError('not_allowed', 'This is your own project, so there is nobody to ask')
    const waiting = await waitingLocked(trx, caller.id, projectId)
    const same = waiting.find((question) => question.text === text)
    if (same && same.hiddenReason !== null)
      throw new ProblemError('conflict', `Our staff took this question off the page: ${same.hiddenReason}`)
    if (same) return toQuestion(await found(trx, { id: projectId, question: same.id }))
    if (waiting.filter(({ hiddenReason }) => hiddenReason === null).length >= questionLimits.waiting)
      throw new ProblemError(
        'conflict',
        `${questionLimits.waiting} of your questions wait for an answer. Please ask again when the owner has answered.`,
      )
    const id = uuid()
    await insertQuestion(trx, { id, projectId, askerId: caller.id, text })
    const { publicUrl } = parts.config
    await mailMember(
      parts,
      trx,
      questionKind,
      ownerId,
      questionEmail({ projectId, title, question: text, publicUrl }),
    )
    return toQuestion(await found(trx, { id: projectId, question: id }))
  })

/** Answers a question about the caller's own project, or changes the answer; who asked is mailed the first one. Throws not_found. */
export const answerQuestion = (
  parts: Mailing,
  ownerId: string,
  place: Place,
  text: string,
): Promise<Question> =>
  parts.db.transaction().execute(async (trx) => {
    const { title } = await ownProject(trx, ownerId, place.id)
    await lockQuestion(trx, place.question)
    const asked = await found(trx, place)
    if (asked.hiddenReason !== null) throw unknownQuestion()
    await changeQuestion(trx, asked.id, { answer: text, answeredAt: new Date() })
    if (asked.answer === null) {
      const { publicUrl } = parts.config
      const about = { projectId: place.id, title, question: asked.text, answer: text, publicUrl }
      await mailMember(parts, trx, answerKind, asked.askerId, answerEmail(about))
    }
    return toQuestion(await found(trx, place))
  })

/**
 * Takes a question with its answer off the page for a reason, which is mailed to who asked and to the owner, or puts it
 * back for none, in the caller's transaction. Throws not_found.
 */
export async function hideQuestion(
  parts: MailParts,
  trx: Connection,
  staff: { id: string },
  place: Place,
  reason: string | null,
): Promise<Question> {
  await lockQuestion(trx, place.question)
  const question = await found(trx, place)
  const { hiddenReason } = question
  await changeQuestion(trx, place.question, { hiddenReason: reason })
  await recordAudit(trx, {
    staff,
    action: reason === null ? 'show question' : 'hide question',
    about: `question ${place.question}`,
    before: { hiddenReason },
    after: { hiddenReason: reason },
  })
  if (reason !== null && hiddenReason === null) await notifyOfHidden(parts, trx, place.id, question, reason)
  return toQuestion(await found(trx, place))
}

/** Throws not_found for a question that is not on the page, not_allowed for one's own. */
export async function requireReportable(
  connection: Connection,
  memberId: string,
  place: Place,
): Promise<void> {
  const question = await found(connection, place)
  if (question.hiddenReason !== null) throw unknownQuestion()
  if (question.askerId === memberId) throw new ProblemError('not_allowed', 'This is your own question.')
}

async function found(connection: Connection, { id, question }: Place) {
  const row = await questionOf(connection, id, question)
  if (!row) throw unknownQuestion()
  return row
}

/** Where the project is gone nobody misses the question. */
async function notifyOfHidden(
  parts: MailParts,
  trx: Connection,
  projectId: string,
  { askerId, text }: { askerId: string; text: string },
  reason: string,
) {
  const { title, ownerId, deletedAt } = await anyProject(trx, projectId, { orDeleted: true })
  if (deletedAt) return
  const about = { projectId, title, question: text, reason, publicUrl: parts.config.publicUrl }
  await mailMember(parts, trx, hiddenKinds.asker, askerId, hiddenEmail(about, 'asker'))
  await mailMember(parts, trx, hiddenKinds.owner, ownerId, hiddenEmail(about, 'owner'))
}

const unknownQuestion = () => new ProblemError('not_found', 'Question not found')

interface Row {
  id: string
  name: string
  text: string
  createdAt: Date
  answer: string | null
  answeredAt: Date | null
  hiddenReason: string | null
}

/** A question as everybody may read it: who asked by first name and initial. */
const toQuestion = ({ id, name, text, createdAt, answer, answeredAt, hiddenReason }: Row): Question => ({
  _id: id,
  name: shortName(name),
  text,
  createdAt: createdAt.toISOString(),
  answer: answer !== null && answeredAt ? { text: answer, answeredAt: answeredAt.toISOString() } : null,
  hiddenReason,
})
