import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

export const standingKind: NecessaryKind = {
  name: 'account standing',
  why: 'you have an account at Readymade',
}

/** Tells a member why they cannot sign in any more, and whom to ask. */
export const deactivatedEmail = (reason: string, publicUrl: string): EmailContent => ({
  subject: 'Your Readymade account was deactivated',
  paragraphs: [
    'Our staff have deactivated your account. You are signed out everywhere, and your projects are not listed.',
    `The reason: ${reason}`,
    'What others bought from you stays theirs. If you think that this is a mistake, write to us.',
  ],
  button: { label: 'Write to Us', url: `${publicUrl}/contact` },
})

export const reactivatedEmail = (publicUrl: string): EmailContent => ({
  subject: 'Your Readymade account works again',
  paragraphs: ['You can sign in again. Your projects are listed as they were before.'],
  button: { label: 'Sign In', url: `${publicUrl}/signin` },
})
