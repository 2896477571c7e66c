import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/problem.ts'
import { type Question, questionLimits } from '#contract/projects/questions.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { mailMember, type MailParts } from '../../platform/mail/send.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { anyProject, ownProject, requireVisible } from '../access.ts'
import { lockQuestion } from '../lookup-queries.ts'
import type { AccessRow } from '../queries.ts'
import { answerEmail, answerKind, hiddenEmail, hiddenKinds, questionEmail, questionKind } from './emails.ts'
import {
  updateQuestion,
  insertQuestion,
  newestQuestions,
  findQuestion,
  lockWaitingQuestions,
} from './queries.ts'

/** The number of questions on a page. */
const maxShown = 100

type MailingParts = Pick<Dependencies, 'db' | 'jobs' | 'config' | 'secret'>
interface QuestionPath {
  id: string
  question: string
}

/** The questions about a project, newest first. Only staff, the owner and the asker see hidden ones. */
export async function questionsOf(
  connection: Connection,
  caller: Caller | undefined,
  { id: projectId, ownerId }: Pick<AccessRow, 'id' | 'ownerId'>,
): Promise<Question[]> {
  const seesAll = isStaff(caller) || ownerId === caller?.id
  const hidden = seesAll ? 'all' : { of: caller?.id }
  return (await newestQuestions(connection, projectId, { max: maxShown, hidden })).map(toQuestion)
}

/**
 * Saves a member's question on a project's page and mails its owner; sending the same text again changes nothing.
 * Throws conflict for a question that staff hid, and when too many of theirs wait for an answer.
 */
export const askQuestion = (
  parts: MailingParts,
  caller: Caller<'member'>,
  projectId: string,
  text: string,
): Promise<Question> =>
  parts.db.transaction().execute(async (trx) => {
    await requireVisible(trx, caller, projectId)
    const { ownerId, title } = await anyProject(trx, projectId)
    if (ownerId === caller.id)
      throw new ProblemError('not_allowed', 'This is your own project, so there is nobody to ask')
    const waiting = await lockWaitingQuestions(trx, caller.id, projectId)
    const same = waiting.find((question) => question.text === text)
    if (same && same.hiddenReason !== null)
      throw new ProblemError('conflict', `Our staff took this question off the page: ${same.hiddenReason}`)
    if (same) return toQuestion(await requireQuestion(trx, { id: projectId, question: same.id }))
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
    return toQuestion(await requireQuestion(trx, { id: projectId, question: id }))
  })

/**
 * Saves or changes the answer to a question about the caller's own project; mails the asker the first answer. Throws
 * not_found.
 */
export const answerQuestion = (
  parts: MailingParts,
  ownerId: string,
  place: QuestionPath,
  text: string,
): Promise<Question> =>
  parts.db.transaction().execute(async (trx) => {
    const { title } = await ownProject(trx, ownerId, place.id)
    await lockQuestion(trx, place.question)
    const asked = await requireQuestion(trx, place)
    if (asked.hiddenReason !== null) throw unknownQuestion()
    await updateQuestion(trx, asked.id, { answer: text, answeredAt: new Date() })
    if (asked.answer === null) {
      const { publicUrl } = parts.config
      const about = { projectId: place.id, title, question: asked.text, answer: text, publicUrl }
      await mailMember(parts, trx, answerKind, asked.askerId, answerEmail(about))
    }
    return toQuestion(await requireQuestion(trx, place))
  })

/**
 * Hides a question with its answer for a reason, which is mailed to the asker and the owner, or shows it again without
 * one, in the caller's transaction. Throws not_found.
 */
export async function hideQuestion(
  parts: MailParts,
  trx: Connection,
  staff: { id: string },
  place: QuestionPath,
  reason: string | null,
): Promise<Question> {
  await lockQuestion(trx, place.question)
  const question = await requireQuestion(trx, place)
  const { hiddenReason } = question
  await updateQuestion(trx, place.question, { hiddenReason: reason })
  await recordAudit(trx, {
    staff,
    action: reason === null ? 'show question' : 'hide question',
    about: `question ${place.question}`,
    before: { hiddenReason },
    after: { hiddenReason: reason },
  })
  if (reason !== null && hiddenReason === null) await notifyOfHidden(parts, trx, place.id, question, reason)
  return toQuestion(await requireQuestion(trx, place))
}

/** Throws not_found for a hidden or unknown question, not_allowed for the member's own. */
export async function requireReportable(
  connection: Connection,
  memberId: string,
  place: QuestionPath,
): Promise<void> {
  const question = await requireQuestion(connection, place)
  if (question.hiddenReason !== null) throw unknownQuestion()
  if (question.askerId === memberId) throw new ProblemError('not_allowed', 'This is your own question.')
}

async function requireQuestion(connection: Connection, { id, question }: QuestionPath) {
  const row = await findQuestion(connection, id, question)
  if (!row) throw unknownQuestion()
  return row
}

/** Mails the asker and the owner that a question is hidden; nobody when the project is deleted. */
async function notifyOfHidden(
  parts: MailParts,
  trx: Connection,
  projectId: string,
  { askerId, text }: { askerId: string; text: string },
  reason: string,
) {
  const { title, ownerId, deletedAt } = await anyProject(trx, projectId, { includeDeleted: true })
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

/** A question as everybody may read it: the asker's first name and initial. */
const toQuestion = ({ id, name, text, createdAt, answer, answeredAt, hiddenReason }: Row): Question => ({
  _id: id,
  name: shortName(name),
  text,
  createdAt: createdAt.toISOString(),
  answer: answer !== null && answeredAt ? { text: answer, answeredAt: answeredAt.toISOString() } : null,
  hiddenReason,
})
