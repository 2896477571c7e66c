import { v7 as uuid } from 'uuid'

import type { HeldText } from '#contract/content/held.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { type Question, questionLimits } from '#contract/projects/questions.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { countAttempt, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { anyProject, ownProject, requireVisible } from '../access.ts'
import { decideHeldText, heldNow, toHeldText } from '../held-texts.ts'
import type { AccessRow } from '../queries.ts'
import {
  answerEmail,
  answerKind,
  hiddenEmail,
  hiddenKinds,
  questionEmail,
  questionKind,
  refusedEmail,
  refusedKinds,
} from './emails.ts'
import { lockQuestion } from './lookup-queries.ts'
import {
  updateQuestion,
  insertQuestion,
  newestQuestions,
  findQuestion,
  lockWaitingQuestions,
  heldQuestions,
  projectOfQuestion,
} from './queries.ts'

/** The number of questions on a page. */
const maxShown = 100

interface QuestionPath {
  id: string
  question: string
}

/**
 * The questions about a project, newest first. Only staff, the owner and the asker see hidden ones, and only staff and
 * whoever wrote it a question or an answer that waits for staff.
 */
export async function questionsOf(
  connection: Connection,
  caller: Caller | undefined,
  { id: projectId, ownerId }: Pick<AccessRow, 'id' | 'ownerId'>,
): Promise<Question[]> {
  const isOwner = ownerId === caller?.id
  const by = isStaff(caller) ? 'staff' : isOwner ? 'owner' : { askerId: caller?.id }
  const rows = await newestQuestions(connection, projectId, { max: maxShown, by })
  return rows.map((row) => (typeof by === 'string' ? toQuestion(row) : withoutHeldAnswer(toQuestion(row))))
}

/**
 * Saves a member's question on a project's page and mails its owner; sending the same text again changes nothing. One
 * with contact details waits for staff. Throws conflict for a question that staff hid, and when too many of theirs wait
 * for an answer; too_many_requests when they asked too many today.
 */
export const askQuestion = (
  dependencies: Dependencies,
  caller: Caller<'member'>,
  projectId: string,
  text: string,
): Promise<Question> =>
  dependencies.db.transaction().execute(async (trx) => {
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
    await countAttempt(trx, questionsOfMember(caller.id))
    const id = uuid()
    const heldAt = heldNow(text)
    await insertQuestion(trx, { id, projectId, askerId: caller.id, text, heldAt })
    if (!heldAt) await mailOwner(dependencies, trx, { ownerId, projectId, title, question: text })
    return toQuestion(await requireQuestion(trx, { id: projectId, question: id }))
  })

/** Limits the questions of a member over all projects, because each is an email to a stranger. */
const questionsOfMember = (memberId: string): RateLimit => ({
  name: 'questions of member',
  subject: memberId,
  max: questionLimits.daily,
  seconds: 24 * 3600,
  refusal: `You have asked ${questionLimits.daily} questions today.`,
})

/** Mails the owner of a project a question about it. */
const mailOwner = (
  dependencies: Dependencies,
  trx: Connection,
  { ownerId, ...asked }: { ownerId: string; projectId: string; title: string; question: string },
) => {
  const { publicUrl } = dependencies.config
  return mailMember(dependencies, trx, questionKind, ownerId, questionEmail({ ...asked, publicUrl }))
}

/**
 * Saves or changes the answer to a question about the caller's own project; mails the asker the first answer. One with
 * contact details waits for staff. Throws not_found.
 */
export const answerQuestion = (
  dependencies: Dependencies,
  ownerId: string,
  place: QuestionPath,
  text: string,
): Promise<Question> =>
  dependencies.db.transaction().execute(async (trx) => {
    await ownProject(trx, ownerId, place.id)
    const { title } = await anyProject(trx, place.id)
    await lockQuestion(trx, place.question)
    const asked = await requireQuestion(trx, place)
    if (asked.hiddenReason !== null || asked.heldAt) throw unknownQuestion()
    const answerHeldAt = heldNow(text)
    await updateQuestion(trx, asked.id, { answer: text, answeredAt: new Date(), answerHeldAt })
    const isFirst = asked.answer === null || asked.answerHeldAt !== null
    if (isFirst && !answerHeldAt)
      await mailAsker(dependencies, trx, place.id, { ...asked, title, answer: text })
    return toQuestion(await requireQuestion(trx, place))
  })

/** The questions and answers that wait for staff, the longest waiting first, at most `max` of each. */
export async function questionsForStaff(connection: Connection, max: number): Promise<HeldText[]> {
  const { questions, answers } = await heldQuestions(connection, max)
  return [
    ...questions.map((row) => toHeldText(row, { kind: 'question', text: row.text, about: null })),
    ...answers.map((row) => toHeldText(row, { kind: 'answer', text: row.answer ?? '', about: row.text })),
  ]
}

/** Mails who asked a question the owner's answer. */
const mailAsker = (
  dependencies: Dependencies,
  trx: Connection,
  projectId: string,
  {
    askerId,
    text: question,
    title,
    answer,
  }: { askerId: string; text: string; title: string; answer: string },
) => {
  const about = { projectId, title, question, answer, publicUrl: dependencies.config.publicUrl }
  return mailMember(dependencies, trx, answerKind, askerId, answerEmail(about))
}

/**
 * Publishes a question or an answer that waits for staff and mails whom it concerns, or refuses it for a reason that is
 * mailed to who wrote it, in the caller's transaction. A refused question stays with who asked it; a refused answer is
 * deleted. Throws not_found, and conflict when it does not wait.
 */
export async function decideHeld(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  { kind, id: question }: { kind: 'question' | 'answer'; id: string },
  reason: string | null,
): Promise<void> {
  await lockQuestion(trx, question)
  const id = await projectOfQuestion(trx, question)
  if (!id) throw unknownQuestion()
  const place = { id, question }
  const row = await requireQuestion(trx, place)
  const isQuestion = kind === 'question'
  const { title, ownerId, deletedAt } = await anyProject(trx, place.id, { includeDeleted: true })
  const text = isQuestion ? row.text : (row.answer ?? '')
  return decideHeldText(trx, staff, {
    about: `question ${row.id}`,
    kind,
    isHeld: isQuestion ? row.heldAt !== null && row.hiddenReason === null : row.answerHeldAt !== null,
    reason,
    save: () => {
      const published = isQuestion ? { heldAt: null } : { answerHeldAt: null }
      const refused = isQuestion
        ? { hiddenReason: reason }
        : { answer: null, answeredAt: null, answerHeldAt: null }
      return updateQuestion(trx, row.id, reason === null ? published : refused)
    },
    tell: async () => {
      if (deletedAt) return
      const mail = { projectId: place.id, title, publicUrl: dependencies.config.publicUrl }
      if (reason !== null)
        await mailMember(
          dependencies,
          trx,
          refusedKinds[kind],
          isQuestion ? row.askerId : ownerId,
          refusedEmail({ ...mail, text, reason }, kind),
        )
      else if (isQuestion)
        await mailOwner(dependencies, trx, { ownerId, projectId: place.id, title, question: text })
      else await mailAsker(dependencies, trx, place.id, { ...row, title, answer: text })
    },
  })
}

/**
 * Hides a question with its answer for a reason, which is mailed to the asker and the owner, or shows it again without
 * one, in the caller's transaction. Throws not_found.
 */
export async function hideQuestion(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  place: QuestionPath,
  reason: string | null,
): Promise<Question> {
  await lockQuestion(trx, place.question)
  const question = await requireQuestion(trx, place)
  const { hiddenReason } = question
  return decideCase(trx, staff, {
    about: `question ${place.question}`,
    action: reason === null ? 'show question' : 'hide question',
    conflict: false,
    carryOut: async () => {
      await updateQuestion(trx, place.question, { hiddenReason: reason })
      if (reason !== null && hiddenReason === null && !question.heldAt)
        await notifyOfHidden(dependencies, trx, place.id, question, reason)
      const result = toQuestion(await requireQuestion(trx, place))
      return { before: { hiddenReason }, after: { hiddenReason: reason }, result }
    },
  })
}

/** Throws not_found for a hidden or unknown question, not_allowed for the member's own. */
export async function requireReportable(
  connection: Connection,
  memberId: string | undefined,
  place: QuestionPath,
): Promise<void> {
  const question = await requireQuestion(connection, place)
  if (question.hiddenReason !== null || question.heldAt) throw unknownQuestion()
  if (question.askerId === memberId) throw new ProblemError('not_allowed', 'This is your own question.')
}

async function requireQuestion(connection: Connection, { id, question }: QuestionPath) {
  const row = await findQuestion(connection, id, question)
  if (!row) throw unknownQuestion()
  return row
}

/** Mails the asker and the owner that a question is hidden; nobody when the project is deleted. */
async function notifyOfHidden(
  dependencies: Dependencies,
  trx: Connection,
  projectId: string,
  { askerId, text }: { askerId: string; text: string },
  reason: string,
) {
  const { title, ownerId, deletedAt } = await anyProject(trx, projectId, { includeDeleted: true })
  if (deletedAt) return
  const about = { projectId, title, question: text, reason, publicUrl: dependencies.config.publicUrl }
  await mailMember(dependencies, trx, hiddenKinds.asker, askerId, hiddenEmail(about, 'asker'))
  await mailMember(dependencies, trx, hiddenKinds.owner, ownerId, hiddenEmail(about, 'owner'))
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
  heldAt: Date | null
  answerHeldAt: Date | null
}

const withoutHeldAnswer = (question: Question): Question =>
  question.answer?.isHeld ? { ...question, answer: null } : question

/** A question as everybody may read it: the asker's first name and initial. */
const toQuestion = ({
  id,
  name,
  text,
  createdAt,
  answer,
  answeredAt,
  hiddenReason,
  heldAt,
  answerHeldAt,
}: Row): Question => ({
  _id: id,
  name: shortName(name),
  text,
  createdAt: createdAt.toISOString(),
  answer:
    answer !== null && answeredAt
      ? { text: answer, answeredAt: answeredAt.toISOString(), isHeld: answerHeldAt !== null }
      : null,
  isHeld: heldAt !== null && hiddenReason === null,
  hiddenReason,
})
