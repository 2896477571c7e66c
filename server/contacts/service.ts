import { v7 as uuid } from 'uuid'

import type { contacts } from '#contract/contacts.ts'
import type { Received } from '#contract/kit/endpoint.ts'

import type { EmailContent } from '../mail/email.ts'
import { mailAddress } from '../mail/enqueue.ts'
import type { NecessaryKind } from '../mail/kind.ts'
import type { Parts } from '../parts.ts'
import { staffEmails } from '../staff/service.ts'
import { insertMessage } from './queries.ts'

export { messageFigures, messagesNamed, newestMessages, unreadMessages } from './figures-queries.ts'
export { clearSender } from './queries.ts'

type Message = Received<typeof contacts.send>['body']

/** Stores a message as unread and mails it to every active staff member. */
export const receiveMessage = ({ db, jobs, config }: Parts, message: Message): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const id = uuid()
    await insertMessage(trx, { ...message, id, projectId: message.projectId || null })
    const mail = emailAbout(message, `${config.publicUrl}/admin/contacts/${id}`)
    for (const to of await staffEmails(trx)) await mailAddress({ jobs }, trx, contactKind, to, mail)
  })

const contactKind: NecessaryKind = { name: 'contact message', why: 'you are on the staff of Readymade' }

const emailAbout = ({ name, email, phone, subject, message }: Message, url: string): EmailContent => ({
  subject: `Contact: ${subject}`,
  paragraphs: [
    `${name} wrote about “${subject}”:`,
    message,
    `From ${email}${phone ? `, phone ${phone}` : ''}.`,
  ],
  button: { label: 'Reply', url },
})
