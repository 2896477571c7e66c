import type { Connection } from '../../database/connection.ts'
import type { EmailContent } from '../../mail/email.ts'
import { mailAddress, type MailParts } from '../../mail/enqueue.ts'
import type { NecessaryKind } from '../../mail/kind.ts'
import { deleteLinksOf, newLink, passwordLinkHours } from '../../sessions/service.ts'

type Reason = 'invited' | 'renewed' | 'guessed'

/** Mails a staff member a link to set a password with; one that was mailed before stops working. */
export async function mailPasswordLink(
  parts: MailParts,
  trx: Connection,
  { id, email }: { id: string; email: string },
  reason: Reason,
): Promise<void> {
  await deleteLinksOf(trx, 'staff password', id)
  const url = await newLink(trx, parts, 'staff password', id)
  await mailAddress(parts, trx, kinds[reason], email, emailWith(url, reason), {
    usefulMinutes: passwordLinkHours * 60,
  })
}

const kindBecause = (why: string): NecessaryKind => ({ name: 'staff password', why, isSignIn: true })

const kinds: Record<Reason, NecessaryKind> = {
  invited: kindBecause('a super admin of Readymade added you to the staff'),
  renewed: kindBecause('a super admin of Readymade asked for it'),
  guessed: kindBecause('somebody knows the password of your staff account'),
}

const once = `The link works once, for ${passwordLinkHours / 24} days.`

const subjects: Record<Reason, string> = {
  invited: 'You are on the staff of Readymade',
  renewed: 'Set a new password for your Readymade staff account',
  guessed: 'Change the password of your Readymade staff account',
}

const words: Record<Reason, string[]> = {
  invited: ['You can now sign in to the admin panel. Set your password first.', once],
  renewed: ['Set a new password with the link below. If you have one already, it works until then.', once],
  guessed: [
    'Somebody entered your password, and then too many wrong codes of your authenticator app. If it was you, wait an hour or use the link. If it was not, set a new password now.',
    once,
  ],
}

const emailWith = (url: string, reason: Reason): EmailContent => ({
  subject: subjects[reason],
  paragraphs: words[reason],
  button: { label: 'Set Your Password', url },
})
