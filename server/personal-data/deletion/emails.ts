import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

export const deletedKind: NecessaryKind = {
  name: 'account deleted',
  why: 'a Readymade account with this email was deleted',
}

export const deletedEmail = (): EmailContent => ({
  subject: 'Your account is deleted',
  paragraphs: [
    'Your Readymade account and your personal data are erased, as you asked. Your projects are no longer listed.',
    'We keep only the records of money that the law asks for, without your name. You may sign up again with this email at any time.',
  ],
})
