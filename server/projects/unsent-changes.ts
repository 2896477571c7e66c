import type { Dependencies } from '../dependencies.ts'
import type { EmailContent } from '../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../platform/mail/send.ts'
import { recordReminded } from './status-queries.ts'

/**
 * Reminds owners once, a day after they began to change what staff had sent back, that they have not sent it back for
 * checking: one transaction records it and queues the email.
 */
export async function remindOfUnsentChanges(dependencies: Dependencies): Promise<void> {
  const { publicUrl } = dependencies.config
  const remindNext = () =>
    dependencies.db.transaction().execute(async (trx) => {
      const reminded = await recordReminded(trx, { hours, max: batchSize })
      for (const { id, title, ownerId } of reminded)
        await mailMember(dependencies, trx, reminderKind, ownerId, reminderEmail({ id, title, publicUrl }))
      return reminded.length === batchSize
    })
  while (await remindNext());
}

/** The hours from the first change to the reminder. */
const hours = 24
/** The number of emails that are queued in one transaction. */
const batchSize = 200

const reminderKind: OptionalKind = {
  name: 'unsent changes',
  why: 'the project is yours',
  preference: 'notifications',
}

const reminderEmail = ({
  id,
  title,
  publicUrl,
}: Record<'id' | 'title' | 'publicUrl', string>): EmailContent => ({
  subject: `Your changes are not sent yet: ${title}`,
  paragraphs: [
    `You have changed “${title}”, which our staff sent back. They look at it again when you press “Send Back for Checking” on its page.`,
  ],
  button: { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${id}` },
})
