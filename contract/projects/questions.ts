import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/**
 * The most characters of a question and of its answer, the most unanswered questions of a member on one project, and
 * the most questions of a member a day.
 */
export const questionLimits = { text: 1000, answer: 2000, waiting: 3, daily: 10 } as const

export const NewQuestion = z.object({ text: prose(questionLimits.text).min(1, 'Write your question') })
export const NewAnswer = z.object({ text: prose(questionLimits.answer).min(1, 'Write your answer') })

export const Question = z.object({
  _id: z.string(),
  /** First name and initial of the asking member. */
  name: z.string(),
  text: z.string(),
  createdAt: z.string(),
  /** `isHeld`: it waits for staff, because it has a link, an email, a UPI address or a phone number; only the owner and staff see it. */
  answer: z.object({ text: z.string(), answeredAt: z.string(), isHeld: z.boolean() }).nullable(),
  /** Whether it waits for staff, for the same reasons; only the asking member and staff see it. */
  isHeld: z.boolean(),
  /** The reason why staff hid it; hidden questions are shown only to staff, the owner and the asking member. */
  hiddenReason: z.string().nullable(),
})
schemaNames.add(Question, { id: 'Question' })
export type Question = z.infer<typeof Question>

const ofProject = z.object({ id: Id })
const ofQuestion = z.object({ id: Id, question: Id })

export const questions = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/questions',
    summary:
      'What was asked about a project and what its owner answered, newest first. What staff took off the page is shown to who asked, the owner and staff alone.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend({ questions: z.array(Question) }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/projects/:id/questions',
    summary:
      'Asks the owner of a published project in public. Nobody asks about their own. A text with a link, an email, a UPI address or a phone number waits for staff first.',
    access: member,
    limit: { requests: 120, seconds: 60, protects: 'process' },
    problems: ['conflict', 'too_many_requests'],
    params: ofProject,
    body: NewQuestion,
    reply: Done.extend({ question: Question }),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/projects/:id/questions/:question/answer',
    summary:
      "The owner's answer, for everybody to read. A second one replaces the first. A text with a link, an email, a UPI address or a phone number waits for staff first.",
    access: member,
    params: ofQuestion,
    body: NewAnswer,
    reply: Done.extend({ question: Question }),
  }),
}
