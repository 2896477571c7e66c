import { v7 as uuid } from 'uuid'

import type { contacts } from '#contract/contacts.ts'
import { answerBy } from '#contract/kit/answer-times.ts'
import { namedDay } from '#contract/kit/day.ts'
import type { Received } from '#contract/kit/endpoint.ts'

import type { EmailContent } from '../mail/email.ts'
import { mailAddress } from '../mail/enqueue.ts'
import type { NecessaryKind } from '../mail/kind.ts'
import type { Parts } from '../parts.ts'
import { countIfAllowed } from '../rate-limits/service.ts'
import { staffEmails } from '../staff/service.ts'
import { insertMessage } from './queries.ts'

export { messageFigures, messagesNamed, newestMessages, unreadMessages } from './figures-queries.ts'
export { clearSender } from './queries.ts'

type Message = Received<typeof contacts.send>['body']

/** Stores a message as unread, mails it to every active staff member and acknowledges it to its sender; answers until when we reply. */
export const receiveMessage = ({ db, jobs, config }: Parts, message: Message): Promise<Date> =>
  db.transaction().execute(async (trx) => {
    const id = uuid()
    await insertMessage(trx, { ...message, id, projectId: message.projectId || null })
    const mail = emailAbout(message, `${config.publicUrl}/admin/contacts/${id}`)
    for (const to of await staffEmails(trx)) await mailAddress({ jobs }, trx, contactKind, to, mail)
    const by = answerBy('message', new Date())
    if (await countIfAllowed(trx, acknowledgementsTo(message.email)))
      await mailAddress({ jobs }, trx, acknowledgementKind, message.email, acknowledgement(by))
    return by
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

const acknowledgementKind: NecessaryKind = {
  name: 'message received',
  why: 'somebody wrote to Readymade and gave this address',
}

/** An address is typed by whoever sends the form, who may be a stranger to it. */
const acknowledgementsTo = (email: string) => ({
  name: 'message received',
  subject: email.toLowerCase(),
  max: 1,
  seconds: 86_400,
  refusal: 'This address has been told today.',
})

/** Holds nothing of the message, or the form would send strangers what anybody types. */
const acknowledgement = (by: Date): EmailContent => ({
  subject: 'We have your message',
  paragraphs: [
    `Your message has reached our staff. We reply to this address by ${namedDay(by)}.`,
    'If you write to us again today, the page alone tells you that it has reached us.',
    'If you did not write to us, somebody has given your address. You need not do anything.',
  ],
})
