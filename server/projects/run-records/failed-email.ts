import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'

interface Failed {
  id: string
  ownerId: string
  title: string
  reason: string
  advice: string
}

/** Mails an owner that their project did not run, and what to do. */
export const mailFailed = (dependencies: Dependencies, trx: Connection, failed: Failed): Promise<void> =>
  mailMember(
    dependencies,
    trx,
    failedKind,
    failed.ownerId,
    failedEmail(failed, dependencies.config.publicUrl),
  )

const failedKind: OptionalKind = {
  name: 'run failed',
  why: 'the project is yours',
  preference: 'notifications',
}

const failedEmail = ({ id, title, reason, advice }: Failed, publicUrl: string): EmailContent => ({
  subject: `It did not run: ${title}`,
  paragraphs: [
    `We have started your project “${title}” as a buyer would, and it did not run:`,
    reason,
    ...(advice ? [advice] : []),
    'Mend it and upload the files again, or press “Run Again” on its page.',
  ],
  button: { label: 'See How It Ran', url: `${publicUrl}/owner/projects/${id}#run` },
})
