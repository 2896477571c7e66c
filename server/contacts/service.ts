import { v7 as uuid } from 'uuid'

import type { contacts } from '#contract/contacts.ts'
import type { Received } from '#contract/kit/endpoint.ts'

import { writeEmail } from '../mail/email.ts'
import type { Parts } from '../parts.ts'
import { staffEmails } from '../staff/service.ts'
import { insertMessage } from './queries.ts'

type Message = Received<typeof contacts.send>['body']

/** Stores a message as unread and mails it to every active staff member. */
export const receiveMessage = ({ db, jobs }: Parts, message: Message): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await insertMessage(trx, { ...message, id: uuid(), projectId: message.projectId || null })
    const mail = emailAbout(message)
    for (const to of await staffEmails(trx)) await jobs.enqueue(trx, 'mail', { to, ...mail })
  })

const emailAbout = ({ name, email, phone, subject, message }: Message) =>
  writeEmail({
    subject: `Contact: ${subject}`,
    paragraphs: [
      `${name} wrote about “${subject}”:`,
      message,
      `Answer to ${email}${phone ? `, phone ${phone}` : ''}.`,
    ],
  })
