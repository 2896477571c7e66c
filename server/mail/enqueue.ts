import type { Connection } from '../database/connection.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type EmailContent, writeEmail } from './email.ts'
import type { MailKind, NecessaryKind } from './kind.ts'
import { sentAbout } from './queries.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

export interface MailParts {
  jobs: Pick<Jobs, 'enqueue'>
  secret: string
  config: { publicUrl: string }
}

/** The emails about something ('payment <id>') that a mail server took, oldest first. */
export const mailsAbout = async (connection: Connection, about: string) =>
  (await sentAbout(connection, about)).map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() }))

/** Asks for an email to a member inside the caller's transaction; with `about` it is kept that it was sent. Whether it is still wanted, and where it goes, is looked up when it is sent. */
export function mailMember(
  { jobs, secret, config: { publicUrl } }: MailParts,
  trx: Connection,
  kind: MailKind,
  { id, email }: { id: string; email: string },
  content: EmailContent,
  { about }: { about?: string } = {},
): Promise<void> {
  const preference = 'preference' in kind ? kind.preference : undefined
  const link =
    preference && !('isMoney' in kind) ? unsubscribeUrl({ publicUrl, secret }, id, preference) : undefined
  return jobs.enqueue(trx, 'mail', {
    kind: kind.name,
    to: email,
    memberId: id,
    ...(about && { about }),
    ...('isSignIn' in kind && { isSignIn: kind.isSignIn }),
    ...(preference && { preference }),
    ...(link && { unsubscribeUrl: link }),
    ...writeEmail(content, { why: kind.why, unsubscribeUrl: link }),
  })
}

/** Asks for an email to somebody who has no switches, such as staff, inside the caller's transaction. */
export const mailAddress = (
  { jobs }: Pick<MailParts, 'jobs'>,
  trx: Connection,
  { name, why, isSignIn }: NecessaryKind,
  to: string,
  content: EmailContent,
  { usefulMinutes }: { usefulMinutes?: number } = {},
): Promise<void> =>
  jobs.enqueue(trx, 'mail', {
    kind: name,
    to,
    ...(isSignIn && { isSignIn }),
    ...(usefulMinutes && { usefulUntil: new Date(Date.now() + usefulMinutes * 60_000).toISOString() }),
    ...writeEmail(content, { why }),
  })
