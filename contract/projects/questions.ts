import { endpoint, member, staff } from '../endpoint.ts'
import { Done, Id, line, prose } from '../fields.ts'
import { z } from '../zod.ts'

/**
 * The most characters of a question and of its answer, and the most unanswered questions of a member on one project.
 */
export const questionLimits = { text: 1000, answer: 2000, waiting: 3 } as const

const email = /[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,}/i
/** An Indian mobile number, also in groups. */
const phone = /(?<!\d)(?:\+?91[ -]?|0)?[6-9](?:[ -]?\d){9}(?!\d)/

/** A text that everybody can read, so it may not contain phone numbers or emails. */
const publicText = (max: number, empty: string) =>
  prose(max)
    .min(1, empty)
    .refine((text) => !email.test(text) && !phone.test(text), {
      error: 'Leave out phone numbers and emails. Everybody can read this.',
    })

export const NewQuestion = z.object({ text: publicText(questionLimits.text, 'Write your question') })
export const NewAnswer = z.object({ text: publicText(questionLimits.answer, 'Write your answer') })

export const Question = z.object({
  _id: z.string(),
  /** First name and initial of the asking member. */
  name: z.string(),
  text: z.string(),
  createdAt: z.string(),
  answer: z.object({ text: z.string(), answeredAt: z.string() }).nullable(),
  /** The reason why staff hid it; hidden questions are shown only to staff, the owner and the asking member. */
  hiddenReason: z.string().nullable(),
})
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
    summary: 'Asks the owner of a published project in public. Nobody asks about their own.',
    access: member,
    limit: { requests: 120, seconds: 60 },
    problems: ['conflict'],
    params: ofProject,
    body: NewQuestion,
    reply: Done.extend({ question: Question }),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/projects/:id/questions/:question/answer',
    summary: "The owner's answer, for everybody to read. A second one replaces the first.",
    access: member,
    params: ofQuestion,
    body: NewAnswer,
    reply: Done.extend({ question: Question }),
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/projects/:id/questions/:question/hidden',
    summary: 'Takes a question with its answer off the page, or puts it back when no reason is given.',
    access: staff,
    params: ofQuestion,
    body: z.object({ reason: line(300).min(1, 'Say why').nullable() }),
    reply: Done.extend({ question: Question }),
  }),
}
