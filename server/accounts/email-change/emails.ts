import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

export const changedKind: NecessaryKind = {
  name: 'email changed',
  why: 'the email of a Readymade account was changed from or to this address',
  isSignIn: true,
}

/** The note to the address that an account had. */
export const oldAddressNote = (email: string, publicUrl: string): EmailContent => ({
  subject: 'Your email was changed',
  paragraphs: [
    `Your Readymade account now has the email ${email}. You can no longer sign in with this address.`,
    'All other devices were signed out. If it was not you, write to us at once.',
  ],
  button: { label: 'Write to Us', url: `${publicUrl}/contact` },
})

/** The note to the address that it has now. */
export const newAddressNote = (publicUrl: string): EmailContent => ({
  subject: 'This is your email now',
  paragraphs: ['From now on you sign in to Readymade with this address, and our emails come here.'],
  button: { label: 'Open Settings', url: `${publicUrl}/profile?tab=settings` },
})
