import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Email, Id, line, prose } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { complaintKinds, complaintReasons } from './complaint-kinds.ts'

/** The outcomes of a complaint: nothing was wrong, the item was hidden, or a release was recalled. */
export const complaintOutcomes = ['no_action', 'hidden', 'recalled'] as const
const outcomes = z.enum(complaintOutcomes)
export type ComplaintOutcome = z.infer<typeof outcomes>

/** The allowed transitions of a complaint: staff decide it once. */
export const complaintTransitions: Transitions<'open' | ComplaintOutcome, 'staff'> = {
  open: { no_action: ['staff'], hidden: ['staff'], recalled: ['staff'] },
  no_action: {},
  hidden: {},
  recalled: {},
}

/** Whose work the original is, by who sends a copyright notice: their own, or that of somebody they act for. */
const noticeRights = ['owner', 'agent'] as const

/** What a copyright notice needs besides the complaint: rule 75 of the Copyright Rules, 2013. */
export const CopyrightNotice = z.object({
  rights: z.enum(noticeRights, { error: 'Choose whose work it is' }),
  work: prose(1000, 'Say what the original is').min(10, 'Say what the original is and where it can be seen'),
  address: prose(300, 'Enter your address').min(10, 'Enter your address: street, place and PIN'),
})
schemaNames.add(CopyrightNotice, { id: 'CopyrightNotice' })
export type CopyrightNotice = z.infer<typeof CopyrightNotice>

/** Who complains without an account: both are needed then, and ignored otherwise. */
const sender = {
  name: line(80).optional(),
  email: Email.optional(),
}

const complaintItems = ['listing', 'review', 'question'] as const
export type ComplaintItem = (typeof complaintItems)[number]

const Complaint = z.object({
  _id: z.string(),
  /** The number that people see, such as RP-000123. */
  number: z.string(),
  about: z.enum(complaintItems),
  kind: z.enum([...complaintKinds, ...complaintReasons]),
  text: z.string(),
  sentAt: z.string(),
  dueAt: z.string(),
  /** The owner's counter-notice. */
  answer: z.object({ text: z.string(), answeredAt: z.string() }).nullable(),
  decision: z.object({ outcome: outcomes, reasons: z.string(), decidedAt: z.string() }).nullable(),
  /** Until when the listing is off the lists while this is decided; null when it is not. */
  blockedUntil: z.string().nullable(),
  /** Whose work the original is, and where it can be seen, when a copyright notice came with it. */
  notice: z.object({ rights: z.enum(noticeRights), work: z.string() }).nullable(),
})
schemaNames.add(Complaint, { id: 'Complaint' })

/** A complaint about the caller's own listing, without the name of the person who made it. */
export type OwnersComplaint = z.infer<typeof Complaint>

/** A complaint as staff see it. */
export const StaffComplaint = Complaint.extend({
  projectId: z.string(),
  title: z.string(),
  /** The text of the review or question. */
  said: z.string().nullable(),
  /** Whether the project was deleted or the review withdrawn. */
  isGone: z.boolean(),
  /** Null once the account is deleted. */
  complainant: z.object({ name: z.string(), email: z.string(), hasAccount: z.boolean() }).nullable(),
  /** `blocks`: how often listings of this owner were blocked. */
  owner: z.object({ name: z.string(), email: z.string(), blocks: z.int() }),
  /** The postal address in the copyright notice. */
  noticeAddress: z.string().nullable(),
  /** Whether the listing was blocked because of this complaint, which is done once. */
  wasBlocked: z.boolean(),
  isLate: z.boolean(),
  decidedBy: z.string().nullable(),
})
schemaNames.add(StaffComplaint, { id: 'StaffComplaint' })
export type StaffComplaint = z.infer<typeof StaffComplaint>

/** A complaint in the list of staff. */
export const ListedComplaint = StaffComplaint.extend({
  /** How many open complaints its entry has: those of its item and kind that came without an account. */
  count: z.int(),
})
schemaNames.add(ListedComplaint, { id: 'ListedComplaint' })
export type ListedComplaint = z.infer<typeof ListedComplaint>

const ofOne = z.object({ id: Id })

export const NewComplaint = z.object({
  kind: z.enum(complaintKinds, { error: 'Choose what is wrong with it' }),
  text: prose(2000, 'Say what is wrong with it').min(10, 'Say what is wrong, in 10 letters or more'),
  /** A question on the page, when it is not about the listing itself. */
  question: Id.optional(),
  ...sender,
  /** A copyright notice: needed of kind 'copied' from somebody without an account who says that it is their right. */
  notice: CopyrightNotice.optional(),
})
export const CounterNotice = z.object({ text: prose(2000, 'Write an answer').min(1, 'Write an answer') })
export const ComplaintDecision = z.object({
  outcome: z.enum(complaintOutcomes, { error: 'Choose what is done' }),
  reasons: prose(1000, 'Give your reasons').min(1, 'Give your reasons'),
  /** The number of the last complaint of its entry that was read, and is decided with it and those between. */
  last: line(20).optional(),
})

export const BlockNow = z.object({ reason: prose(1000, 'Say why').min(1, 'Say why') })

/** The number of a request, and the path of the page that shows its state to whoever has the address. */
export const acknowledgement = { number: z.string(), statusPage: z.string() }

export const complaints = {
  send: endpoint({
    method: 'POST',
    path: '/projects/:id/complaints',
    summary:
      'Complains to the staff about a project, or a question on its page. Without an account it needs name and email. Answers the number of the complaint.',
    access: 'anyone',
    problems: ['conflict', 'not_allowed', 'too_many_requests'],
    params: ofOne,
    body: NewComplaint,
    reply: Done.extend(acknowledgement),
  }),
  sendAboutReview: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews/:review/complaints',
    summary:
      'Complains to the staff about a review of somebody else, once. Without an account it needs name and email. Answers the number of the complaint.',
    access: 'anyone',
    problems: ['conflict', 'not_allowed', 'too_many_requests'],
    params: z.object({ id: Id, review: Id }),
    body: z
      .object({
        reason: z.enum(complaintReasons, { error: 'Choose what is wrong with it' }),
        text: prose(500).default(''),
        ...sender,
      })
      .refine(({ reason, text }) => reason !== 'other' || text !== '', {
        path: ['text'],
        error: 'Say what is wrong with it',
      }),
    reply: Done.extend(acknowledgement),
  }),
  received: endpoint({
    method: 'GET',
    path: '/projects/:id/complaints',
    summary: "The complaints about the caller's own project, newest first.",
    access: member,
    params: ofOne,
    reply: Done.extend({ complaints: z.array(Complaint) }),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/complaints/:id/answer',
    summary: "The owner's counter-notice to a complaint about their project, once.",
    access: member,
    problems: ['conflict'],
    params: ofOne,
    body: CounterNotice,
    reply: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/complaints',
    summary:
      'Complaints that wait for a decision, those of members first and then the next due, or those decided, newest first. What is open of one item and kind and came without an account is one entry, but for copies and privacy.',
    access: staff,
    query: z.object({
      state: z.enum(['open', 'decided']).default('open'),
      /** Only those about one kind of item. */
      about: z.enum(complaintItems).optional(),
      /** The open complaints in the entry of this one, each for itself. */
      of: Id.optional(),
      ...pageWindow,
    }),
    reply: Done.extend({ complaints: z.array(ListedComplaint), open: z.int(), pagination: Pagination }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/complaints/:id',
    summary: 'One complaint with what it is about and the counter-notice.',
    access: staff,
    params: ofOne,
    reply: Done.extend({ complaint: StaffComplaint }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/complaints/:id',
    summary:
      'Decides a complaint, or what was read of its entry, with reasons, which complainant and owner read. Hidden takes what it is about off its page; recalled asks for a recall before.',
    access: staff,
    problems: ['conflict'],
    params: ofOne,
    body: ComplaintDecision,
    reply: Done,
  }),
  block: endpoint({
    method: 'POST',
    path: '/admin/complaints/:id/block',
    summary:
      'Takes a project off the lists for 21 days while a complaint about it is decided, once; its owner is mailed why and how to answer. The decision ends it.',
    access: staff,
    problems: ['conflict'],
    params: ofOne,
    body: BlockNow,
    reply: Done,
  }),
}
