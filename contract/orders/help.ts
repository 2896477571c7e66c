import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, list, prose } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { itemKinds } from './orders.ts'
import type { RunTrouble } from './run-answers.ts'

/** The limits of help requests: characters, counts, hours and days. */
export const helpLimits = {
  minText: 10,
  text: 2000,
  pictures: 3,
  /** The ticked steps that come with a request, and the characters of each. */
  steps: 40,
  step: 200,
  /** The requests of one order, and the messages of one request. */
  requests: 10,
  messages: 100,
  /** What one buyer may open in a day and write in an hour, and one owner answer in an hour. */
  daily: 5,
  hourly: 20,
  hourlyAnswers: 120,
  /** The texts that an owner keeps for reuse. */
  texts: 3,
  /** The hours without an answer after which the buyer may call staff; Saturdays and Sundays do not count. */
  silentHours: 48,
  /** The days after the last answer after which a request closes as answered. */
  closeDays: 7,
  /** The days after which a closed request is deleted. */
  keptDays: 180,
  /** The refund days that an open request keeps left, and by how many at most it raises those that were promised. */
  refundDaysLeft: 3,
  refundDaysMore: 21,
  /** The closed requests from which on everybody sees how a project or an owner helps. */
  publicFrom: 5,
} as const

export const helpKinds = ['does_not_run', 'question', 'missing_file', 'other'] as const
export type HelpKind = (typeof helpKinds)[number]

/** The labels of the kinds of help requests. */
export const helpKindLabels: Record<HelpKind, string> = {
  does_not_run: 'It does not run',
  question: 'A question about it',
  missing_file: 'A file is missing',
  other: 'Something else',
}

/** Returns the kind of help request for a reason why something did not run. */
export const helpKindOf = (trouble: RunTrouble | null): HelpKind =>
  trouble === 'missing_files' ? 'missing_file' : 'does_not_run'

const helpStatuses = ['open', 'answered', 'solved', 'escalated'] as const
export type HelpStatus = (typeof helpStatuses)[number]

/** The labels of the statuses of a help request that is not closed. */
export const helpStatusLabels: Record<HelpStatus, string> = {
  open: 'Waits for an answer',
  answered: 'Answered',
  solved: 'Solved',
  escalated: 'With our staff',
}

export type HelpActor = 'buyer' | 'owner' | 'staff'

/**
 * The allowed transitions of a help request. Only its buyer says that it is solved. What the buyer writes after an answer
 * waits again: for staff, when they were called. A request also closes as it is: answered, when nobody wrote for some
 * days; when its order is refunded; and at the end of the days in which help is given.
 */
export const helpTransitions: Transitions<HelpStatus, HelpActor> = {
  open: { answered: ['owner', 'staff'], solved: ['buyer'], escalated: ['buyer', 'staff'] },
  answered: { open: ['buyer'], solved: ['buyer'], escalated: ['buyer', 'staff'] },
  escalated: { answered: ['owner', 'staff'], solved: ['buyer'] },
  solved: { open: ['buyer'], escalated: ['buyer'] },
}

/** Why a request is closed; only 'solved' is what the buyer said. */
const helpEnds = ['solved', 'answered', 'refunded', 'over'] as const
export type HelpEnd = (typeof helpEnds)[number]

/** The labels of the ends of a help request. */
export const helpEndLabels: Record<HelpEnd, string> = {
  solved: 'Solved',
  answered: 'Closed after the last answer',
  refunded: 'Closed with the refund',
  over: 'Closed at the end of the days for help',
}

/** The sentence above the form about who reads a help request. */
export const helpReaders =
  'The owner sees what you write here, but not your name, email or phone. Our staff can read it too. Please write no phone numbers, emails or links: such a message waits until our staff have read it.'

/** The sentence above the form when staff answer. */
export const helpReadersStaff = 'Our staff read and answer what you write here.'

/** The sentence by the date until which money can be asked back, while an open request keeps it open. */
export const moneyWaits = `While this request is open, there are always ${helpLimits.refundDaysLeft} days left to ask for the money back, at most ${helpLimits.refundDaysMore} days more than were promised. The owner is paid after that.`

/** A picture of a message; its address works for 5 minutes. */
const HelpPicture = z.object({ url: z.string(), width: z.int(), height: z.int() })

const Message = z.object({
  _id: z.string(),
  /** The part that its writer has in it; people are not named. */
  by: z.enum(['buyer', 'owner', 'staff']),
  isOwn: z.boolean(),
  text: z.string(),
  sentAt: z.string(),
  pictures: z.array(HelpPicture),
  /**
   * Whether it waits for staff, because it has a link, an email, a UPI address or a phone number; only its writer and
   * staff see it.
   */
  isHeld: z.boolean(),
  /** Why staff refused it; only its writer and staff see it then. Null when they did not. */
  refusedReason: z.string().nullable(),
})
export type HelpMessage = z.infer<typeof Message>

const Facts = z.object({
  _id: z.string(),
  /** The number that people see, such as HP-000123. */
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  projectId: z.string(),
  title: z.string(),
  item: z.enum(itemKinds),
  kind: z.enum(helpKinds),
  status: z.enum(helpStatuses),
  openedAt: z.string(),
  /** Null while it is open. */
  closedAt: z.string().nullable(),
  end: z.enum(helpEnds).nullable(),
  /** Who is to answer: the owner, or staff where installation help was not promised, or when they were called. */
  answerer: z.enum(['owner', 'staff']),
  /** By when an answer is due; null when none is. */
  dueAt: z.string().nullable(),
  isLate: z.boolean(),
  /** The money of the order, while it can be asked back: until when, as promised and now. Null when it cannot. */
  refund: z.object({ promisedUntil: z.string(), until: z.string(), isRaised: z.boolean() }).nullable(),
})

const Person = z.object({ name: z.string(), email: z.string() })

/** A help request with its messages, the oldest first. */
export const HelpRequest = Facts.extend({
  /** The release that the buyer could download when it was opened; null for a report. */
  release: z.int().nullable(),
  /** What the check of that release had found when it was opened; `open` counts findings that nobody explained. */
  check: z.object({ summary: z.string(), running: z.int(), open: z.int() }).nullable(),
  /** The steps of 'Set it up' that the buyer had ticked. */
  steps: z.array(z.string()),
  /** The end of the days in which something can be written; then it is read-only. */
  writableUntil: z.string(),
  /** When the buyer may call staff if nobody answers; null when nothing waits for the owner. */
  escalatableAt: z.string().nullable(),
  /** The actions that the caller may take now. */
  allowed: z.array(z.enum(['write', 'solve', 'escalate', 'refund'])),
  messages: z.array(Message),
  /** Buyer and owner, for staff alone; their emails are empty for deleted accounts. */
  people: z.object({ buyer: Person, owner: Person }).nullable(),
  /** For staff: the first of two approvals of a refund of a final sale. */
  firstApproval: z.object({ by: z.string(), note: z.string() }).nullable(),
})
schemaNames.add(HelpRequest, { id: 'HelpRequest' })
export type HelpRequest = z.infer<typeof HelpRequest>

/** A help request in the lists of owner and staff. */
export const HelpRow = Facts.extend({
  /** The beginning of what the buyer wrote last. */
  text: z.string(),
  /** The time of the last message. */
  lastAt: z.string(),
})
schemaNames.add(HelpRow, { id: 'HelpRow' })
export type HelpRow = z.infer<typeof HelpRow>

/** A help request as part of the evidence of a refund request or a dispute. */
export const HelpThread = z.object({
  number: z.string(),
  kind: z.enum(helpKinds),
  status: z.enum(helpStatuses),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  end: z.enum(helpEnds).nullable(),
  messages: z.array(
    z.object({ by: z.enum(['buyer', 'owner', 'staff']), text: z.string(), sentAt: z.string() }),
  ),
})
export type HelpThread = z.infer<typeof HelpThread>

const ofOrder = z.object({ id: Id })
const anyCaller = [...member, ...staff]

const text = (min: number) =>
  prose(helpLimits.text, 'Say what you need help with').min(
    min,
    min > 1 ? `Say what is wrong, in ${min} letters or more` : 'Write a message',
  )

/** The text fields of the form by which help is asked for; a list is sent as repeated fields. */
export const NewHelpRequest = z.object({
  kind: z.enum(helpKinds, { error: 'Choose what it is about' }),
  text: text(helpLimits.minText),
  /** The titles of the ticked steps. */
  steps: list(prose(helpLimits.step), helpLimits.steps).default([]),
})

/** The text fields of the form of a message. */
export const NewHelpMessage = z.object({ text: text(1) })

const threads = Done.extend({
  /** The help requests about the order, the newest first. */
  requests: z.array(HelpRequest),
  /** Whether the caller may open one now. */
  mayOpen: z.boolean(),
  /** Why the buyer may not, unless one is open; empty for others. */
  refusal: z.string(),
  /** Who would answer. */
  answerer: z.enum(['owner', 'staff']),
  /** The last time at which one may be opened; null when the order gives no help. */
  until: z.string().nullable(),
  /** The texts that the owner keeps for reuse; empty for others. */
  texts: z.array(z.string()),
})

export const help = {
  get: endpoint({
    method: 'GET',
    path: '/orders/:id/help',
    summary:
      'The help requests about an order with their messages: for its buyer, for the owner who answers them, and for staff.',
    access: anyCaller,
    params: ofOrder,
    reply: threads,
  }),
  open: endpoint({
    method: 'POST',
    path: '/orders/:id/help',
    summary:
      'Opens a help request about a paid order, with up to 3 pictures, within the days for help; one at a time. Sent as a form, or without pictures as JSON. Within the refund days it keeps them open. A text with a link, an email, a UPI address or a phone number waits for staff before the owner reads it.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: ofOrder,
    form: NewHelpRequest,
    files: 'pictures',
    reply: threads,
  }),
  write: endpoint({
    method: 'POST',
    path: '/orders/:id/help/messages',
    summary:
      'Writes into the newest help request of an order, as its buyer, as the owner who answers it or as staff, with up to 3 pictures. Sent as a form, or without pictures as JSON. What a buyer writes into a closed one opens it again.',
    access: anyCaller,
    problems: ['conflict', 'too_many_requests'],
    params: ofOrder,
    form: NewHelpMessage,
    files: 'pictures',
    reply: threads,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/orders/:id/help',
    summary:
      'Says that it is solved, as its buyer, or calls staff: the buyer after 48 hours without an answer, Saturdays and Sundays not counted, and staff at any time.',
    access: anyCaller,
    problems: ['conflict', 'not_allowed'],
    params: ofOrder,
    body: z.object({ status: z.enum(['solved', 'escalated'], { error: 'Choose solved or escalated' }) }),
    reply: threads,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/orders/:id/help/refund',
    summary:
      'Refunds the order of a help request, as approving a refund request does. The refund of a final sale waits until another member of staff approves it too, unless a super admin decides.',
    access: staff,
    problems: ['conflict', 'not_allowed'],
    params: ofOrder,
    body: z.object({ note: prose(2000, 'Tell the buyer why').min(1, 'Tell the buyer why') }),
    /** `needsSecondPerson`: it waits for the approval of another member of staff. */
    reply: threads.extend({ needsSecondPerson: z.boolean() }),
  }),
  received: endpoint({
    method: 'GET',
    path: '/help/me',
    summary:
      'The help requests about what the caller sold and is to answer: the open ones, the next due first, or the closed ones, newest first; and the texts that they keep for reuse.',
    access: member,
    query: z.object({ state: z.enum(['open', 'closed']).default('open'), ...pageWindow }),
    reply: Done.extend({
      requests: z.array(HelpRow),
      /** How many wait for the caller's answer, and how many of them are late. */
      waiting: z.int(),
      late: z.int(),
      texts: z.array(z.string()),
      pagination: Pagination,
    }),
  }),
  saveTexts: endpoint({
    method: 'PUT',
    path: '/help/me/texts',
    summary: 'Saves the texts that the caller keeps for reuse in answers, at most three.',
    access: member,
    bodyLimit: 96 * 1024,
    body: z.object({
      texts: list(prose(helpLimits.text).min(1, 'Write the text'), helpLimits.texts, {
        missing: 'Write the texts',
        tooMany: `At most ${helpLimits.texts} texts`,
      }),
    }),
    reply: Done.extend({ texts: z.array(z.string()) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/help',
    summary:
      'Help requests: those that wait for staff, the next due first; all open ones, the next due first; or the closed ones, newest first.',
    access: staff,
    query: z.object({ state: z.enum(['waiting', 'open', 'closed']).default('waiting'), ...pageWindow }),
    reply: Done.extend({
      requests: z.array(HelpRow),
      /** How many wait for staff, and how many answers of staff or owners are late. */
      waiting: z.int(),
      late: z.int(),
      pagination: Pagination,
    }),
  }),
}
