import { z } from 'zod'

import { endpoint, member, staff } from '../endpoint.ts'
import { Done, Id, line, prose } from '../fields.ts'

/** Characters of a question and of its answer, and how many of a member's on one project may wait for an answer. */
export const questionLimits = { text: 1000, answer: 2000, waiting: 3 } as const

const email = /[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,}/i
/** An Indian mobile number, also in groups. */
const phone = /(?<!\d)(?:\+?91[ -]?|0)?[6-9](?:[ -]?\d){9}(?!\d)/

/** Everybody reads what is asked and answered, so nothing that leads to a person may stand in it. */
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
  /** First name and initial of who asked. */
  name: z.string(),
  text: z.string(),
  createdAt: z.string(),
  answer: z.object({ text: z.string(), answeredAt: z.string() }).nullable(),
  /** Why staff took it off the page; only staff, the owner and who asked are shown such questions. */
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
