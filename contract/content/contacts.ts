import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Email, Id, line, list, prose, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { contactPhone } from '../kit/phone.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { acknowledgement } from './complaints.ts'
import { subjects } from './lists.ts'

export const contacts = {
  send: endpoint({
    method: 'POST',
    path: '/contact',
    failure: 'Failed to send message. Please try again.',
    summary:
      'Stores a message to the staff and mails it to them. Its sender is told by when we answer, without an account by mail once a day at most.',
    access: 'anyone',
    problems: ['too_many_requests'],
    limit: { requests: 20, seconds: 3600, protects: 'people' },
    body: z.object({
      name: line(80, 'Name is required').min(1, 'Name is required'),
      email: Email,
      phone: line(20).default('').transform(contactPhone),
      subject: z.enum(subjects, { error: 'Choose a subject' }),
      message: prose(5000, 'Message is required').min(1, 'Message is required'),
      /** The project that the message is about; an empty text counts as none. */
      projectId: z.union([z.uuid('This is not a project'), z.literal('')]).nullish(),
    }),
    /** The time by which we answer. */
    reply: Done.extend({ answerBy: z.string(), ...acknowledgement }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/contact/stats',
    summary: 'How many messages came and were answered, and how soon.',
    access: 'anyone',
    reply: Done.extend({
      stats: z.object({
        received: z.int(),
        answered: z.int(),
        answeredWithinDay: z.int(),
        /** The median time to an answer, in hours; null when there are none. */
        medianReplyHours: z.number().nullable(),
      }),
    }),
  }),
}

export const contactStatuses = ['unread', 'read', 'replied', 'closed'] as const
export type ContactStatus = (typeof contactStatuses)[number]
const Status = z.enum(contactStatuses, 'Choose a status')

/** The allowed transitions of a message: staff put it where they want, but a reply is not taken back. */
export const contactTransitions: Transitions<ContactStatus, 'staff'> = {
  unread: { read: ['staff'], replied: ['staff'], closed: ['staff'] },
  read: { unread: ['staff'], replied: ['staff'], closed: ['staff'] },
  replied: { unread: ['staff'], read: ['staff'], closed: ['staff'] },
  closed: { unread: ['staff'], read: ['staff'], replied: ['staff'] },
}

/** A message in the list. */
export const Contact = z.object({
  _id: z.string(),
  /** The number that people see, such as CM-000123. */
  number: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  status: Status,
  createdAt: z.string(),
  /** The first words of the message. */
  excerpt: z.string(),
})
schemaNames.add(Contact, { id: 'ContactMessage' })
export type Contact = z.infer<typeof Contact>

/** A message with its project, orders and replies. */
export const ContactDetail = Contact.extend({
  phone: z.string(),
  message: z.string(),
  project: z.object({ _id: z.string(), title: z.string() }).nullable(),
  /** The orders whose numbers the message names. */
  orders: z.array(z.object({ _id: z.string(), number: z.string(), title: z.string() })),
  replies: z.array(z.object({ _id: z.string(), by: z.string(), text: z.string(), sentAt: z.string() })),
})
schemaNames.add(ContactDetail, { id: 'ContactMessageDetail' })
export type ContactDetail = z.infer<typeof ContactDetail>

const params = z.object({ id: Id })
const one = Done.extend({ contact: ContactDetail })

export const bulkActions = ['read', 'unread', 'closed', 'delete'] as const

export const staffContacts = {
  list: endpoint({
    method: 'GET',
    path: '/contact',
    summary: 'The messages to the staff, the newest first, and how many there are in each status.',
    access: staff,
    query: z.object({
      ...pageWindow,
      /** Searches name, email, subject and message. */
      search: line(limits.search).optional(),
      status: z.union([z.literal('').transform(() => undefined), Status]).optional(),
    }),
    reply: Done.extend({
      contacts: z.array(Contact),
      counts: z.record(Status, z.int()),
      pagination: Pagination,
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/contact/:id',
    summary: 'One message with its replies and what it is about.',
    access: staff,
    params,
    reply: one,
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/contact/:id',
    summary: 'Sets the status of a message.',
    access: staff,
    params,
    body: z.object({ status: Status }),
    reply: one,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/contact/:id/reply',
    summary: 'Mails an answer to whoever wrote, once for each key, and keeps it with the message.',
    access: staff,
    problems: ['conflict'],
    params,
    body: z.object({ text: prose(5000, 'Write a reply').min(1, 'Write a reply'), key: Id }),
    reply: one,
  }),
  bulkUpdate: endpoint({
    method: 'PUT',
    path: '/admin/contacts/bulk-update',
    summary: 'Does the same to many messages, each on its own: one that fails stops no other.',
    access: staff,
    problems: ['not_found'],
    body: z.object({
      contactIds: list(text(50), 100).refine(({ length }) => length > 0, 'Choose messages first'),
      action: z.enum(bulkActions, 'Choose what to do'),
    }),
    reply: Done.extend({
      updated: z.int(),
      results: z.array(z.object({ _id: z.string(), success: z.boolean(), message: z.string().optional() })),
    }),
  }),
}
