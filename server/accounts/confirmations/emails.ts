import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

const ifNotYou =
  'If it was not you, sign out all other devices in Settings: somebody else is signed in to your account.'
const lasts = (minutes: number) =>
  `It works once, for ${minutes} minutes. We never ask for it by phone or chat.`

/** Also tried for an address whose mail came back: its reader waits for it. */
export const changeKind: NecessaryKind = {
  name: 'change of email',
  why: 'somebody who is signed in to your account wants to change its email',
  isSignIn: true,
}

export const newAddressKind: NecessaryKind = {
  name: 'new address',
  why: 'somebody wants to use this email for their account',
  isSignIn: true,
}

export const deletionKind: NecessaryKind = {
  name: 'deletion',
  why: 'somebody who is signed in to your account wants to delete it',
  isSignIn: true,
}

/** The mail to the present address of an account. */
export const changeEmail = (code: string, email: string, minutes: number): EmailContent => ({
  subject: 'Your code to change your email',
  paragraphs: [
    `You asked to change the email of your account to ${email}. Type this code in Settings, with the one we sent there:`,
    lasts(minutes),
    ifNotYou,
  ],
  code,
})

/** The mail to the address that an account is to have. */
export const newAddressEmail = (code: string, minutes: number): EmailContent => ({
  subject: 'Your code for your new email',
  paragraphs: [
    'Somebody wants to use this email for their Readymade account. If it was you, type this code in Settings:',
    lasts(minutes),
    'If it was not you, somebody mistyped their email: nothing happens unless you pass the code on.',
  ],
  code,
})

export const deletionEmail = (code: string, minutes: number): EmailContent => ({
  subject: 'Your code to delete your account',
  paragraphs: ['You asked to delete your account. Type this code in Settings:', lasts(minutes), ifNotYou],
  code,
})
