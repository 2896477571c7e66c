import { endpoint, member, staff } from '../endpoint.ts'
import { Done, Id, prose } from '../fields.ts'
import { pageWindow, Pagination } from '../paging.ts'
import { z } from '../zod.ts'

/** The kinds of complaints about a listing or a question. */
export const reportKinds = ['copied', 'broken', 'harmful', 'personal_data'] as const

/** The reasons for complaints about a review. */
export const reportReasons = ['abuse', 'spam', 'not_about_it', 'private_data', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** The days within which a complaint is decided: Rule 3(2) of the IT Rules, 2021. */
export const daysToDecide = 15

/** The outcomes of a complaint: nothing was wrong, the item was hidden, or a release was recalled. */
export const reportOutcomes = ['no_action', 'hidden', 'recalled'] as const
const outcomes = z.enum(reportOutcomes)
export type ReportOutcome = z.infer<typeof outcomes>

export const Ticket = z.object({
  _id: z.string(),
  /** The number that people see, such as RP-000123. */
  number: z.string(),
  about: z.enum(['listing', 'review', 'question']),
  kind: z.enum([...reportKinds, ...reportReasons]),
  text: z.string(),
  reportedAt: z.string(),
  dueAt: z.string(),
  /** The owner's counter-notice. */
  answer: z.object({ text: z.string(), answeredAt: z.string() }).nullable(),
  decision: z.object({ outcome: outcomes, reasons: z.string(), decidedAt: z.string() }).nullable(),
})

/** A complaint about the caller's own listing, without the name of the person who made it. */
export type OwnersReport = z.infer<typeof Ticket>

/** A complaint as staff see it. */
export const StaffReport = Ticket.extend({
  projectId: z.string(),
  title: z.string(),
  /** The text of the review or question. */
  said: z.string().nullable(),
  /** Whether the project was deleted or the review withdrawn. */
  isGone: z.boolean(),
  /** Null once the account is deleted. */
  reporter: z.object({ name: z.string(), email: z.string() }).nullable(),
  owner: z.object({ name: z.string(), email: z.string() }),
  isLate: z.boolean(),
  decidedBy: z.string().nullable(),
})
export type StaffReport = z.infer<typeof StaffReport>

const ofOne = z.object({ id: Id })

export const NewReport = z.object({
  kind: z.enum(reportKinds, { error: 'Choose what is wrong with it' }),
  text: prose(2000, 'Say what is wrong with it').min(10, 'Say what is wrong, in 10 letters or more'),
  /** A question on the page, when it is not about the listing itself. */
  question: Id.optional(),
})
export const CounterNotice = z.object({ text: prose(2000, 'Write an answer').min(1, 'Write an answer') })
export const ReportDecision = z.object({
  outcome: z.enum(reportOutcomes, { error: 'Choose what is done' }),
  reasons: prose(1000, 'Give your reasons').min(1, 'Give your reasons'),
})

export const reports = {
  report: endpoint({
    method: 'POST',
    path: '/projects/:id/tickets',
    summary: 'Reports a listing, or a question on its page, to the staff. Answers the number of the ticket.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: ofOne,
    body: NewReport,
    reply: Done.extend({ number: z.string() }),
  }),
  reportReview: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews/:review/report',
    summary: 'Reports a review of somebody else to the staff, once. Answers the number of the ticket.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: z.object({ id: Id, review: Id }),
    body: z
      .object({
        reason: z.enum(reportReasons, { error: 'Choose what is wrong with it' }),
        text: prose(500).default(''),
      })
      .refine(({ reason, text }) => reason !== 'other' || text !== '', {
        path: ['text'],
        error: 'Say what is wrong with it',
      }),
    reply: Done.extend({ number: z.string() }),
  }),
  received: endpoint({
    method: 'GET',
    path: '/projects/:id/tickets',
    summary: "The reports of the caller's own listing, newest first.",
    access: member,
    params: ofOne,
    reply: Done.extend({ reports: z.array(Ticket) }),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/tickets/:id/answer',
    summary: "The owner's counter-notice to a report of their listing, once.",
    access: member,
    problems: ['conflict'],
    params: ofOne,
    body: CounterNotice,
    reply: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/reports',
    summary: 'Reports that wait for a decision, oldest first, or those decided, newest first.',
    access: staff,
    query: z.object({ state: z.enum(['open', 'decided']).default('open'), ...pageWindow }),
    reply: Done.extend({ reports: z.array(StaffReport), open: z.int(), pagination: Pagination }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/reports/:id',
    summary: 'One report with the thing and the counter-notice.',
    access: staff,
    params: ofOne,
    reply: Done.extend({ report: StaffReport }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/reports/:id',
    summary:
      'Decides a report with reasons, which reporter and owner read. Hidden takes the thing off its page; recalled asks for a recall before.',
    access: staff,
    problems: ['conflict'],
    params: ofOne,
    body: ReportDecision,
    reply: Done,
  }),
}
