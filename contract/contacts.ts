import { z } from 'zod'

import { subjects } from './content/lists.ts'
import { endpoint } from './kit/endpoint.ts'
import { contactPhone } from './kit/phone.ts'
import { Done, Email, line, prose } from './kit/words.ts'

export const contacts = {
  send: endpoint({
    method: 'POST',
    path: '/contact',
    failure: 'Failed to send message. Please try again.',
    summary:
      'Stores a message to the staff and mails it to them. Its sender is told by when we answer, by mail once a day at most.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 20, seconds: 3600 },
    body: z.object({
      name: line(80, 'Name is required').min(1, 'Name is required'),
      email: Email,
      phone: line(20).default('').transform(contactPhone),
      subject: z.enum(subjects, { error: 'Choose a subject' }),
      message: prose(5000, 'Message is required').min(1, 'Message is required'),
      /** The project asked about; an empty text counts as none. */
      projectId: z.union([z.uuid('This is not a project'), z.literal('')]).nullish(),
    }),
    /** Until when we answer. */
    reply: Done.extend({ answerBy: z.string() }),
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
        /** Half of the answers came sooner, in hours; null when there are none. */
        medianReplyHours: z.number().nullable(),
      }),
    }),
  }),
}
