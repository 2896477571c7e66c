import type { EmailContent } from '../platform/mail/email.ts'
import type { NecessaryKind, OptionalKind } from '../platform/mail/send.ts'
import { linkMinutes } from '../platform/sessions/one-time-links.ts'

export const welcomeKind: OptionalKind = {
  name: 'welcome',
  why: 'you signed up at Readymade',
  preference: 'notifications',
}

/** The email that greets a new member, once. */
export const welcomeEmail = (
  name: string,
  { publicUrl, feeRate }: { publicUrl: string; feeRate: number },
): EmailContent => ({
  subject: 'Welcome to Readymade',
  paragraphs: [
    `Welcome, ${name}. Your account is ready.`,
    'Look at what is in a project before you pay for it: its files, its README, and how it was verified. What you buy stays in your orders, with every later release that we approve.',
    `You can sell your own projects too. Our staff look at each before it is listed, and ${(10_000 - feeRate) / 100}% of the price is yours.`,
  ],
  button: { label: 'Browse Projects', url: `${publicUrl}/projects` },
})

/** Also sent to an address that bounced: there is no other way in, and the reader waits for it. */
export const signInKind: NecessaryKind = {
  name: 'sign-in',
  why: 'somebody asked to sign in with this email',
  isSignIn: true,
}

const subject = 'Your Readymade code'
const linkLabel = 'Sign In'

/** The email with a code and, when the code alone could fail its reader, a link that signs in without it. */
export const codeEmail = (code: string, minutes: number, link?: string): EmailContent => ({
  subject,
  paragraphs: [
    'Type this code on the page where you asked for it:',
    `It works once, for ${minutes} minutes. We never ask for it by phone or chat.`,
    'If you did not ask for a code, somebody mistyped their email: nothing happens unless you pass the code on.',
    ...(link
      ? [`If the code does not work, use this link instead. It works once, for ${linkMinutes} minutes.`]
      : []),
  ],
  code,
  ...(link && { button: { label: linkLabel, url: link } }),
})

/** The email to an address whose code is being guessed: codes are not compared for it today. */
export const linkEmail = (link: string): EmailContent => ({
  subject: 'Your Readymade sign-in link',
  paragraphs: [
    'Somebody has entered many wrong codes for this email. To keep your account safe, codes do not work for it today. Sign in with this link instead.',
    `It works once, for ${linkMinutes} minutes. You need to do nothing else.`,
  ],
  button: { label: linkLabel, url: link },
})

const ifNotYou =
  'If it was not you, sign out all other devices in Settings: somebody else is signed in to your account.'
const validFor = (minutes: number) =>
  `It works once, for ${minutes} minutes. We never ask for it by phone or chat.`

/** Also sent to an address that bounced: the reader waits for it. */
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

/** The email to the current address of an account, with one of the two codes. */
export const changeEmail = (code: string, email: string, minutes: number): EmailContent => ({
  subject: 'Your code to change your email',
  paragraphs: [
    `You asked to change the email of your account to ${email}. Type this code in Settings, with the one we sent there:`,
    validFor(minutes),
    ifNotYou,
  ],
  code,
})

/** The email to the future address of an account, with the other code. */
export const newAddressEmail = (code: string, minutes: number): EmailContent => ({
  subject: 'Your code for your new email',
  paragraphs: [
    'Somebody wants to use this email for their Readymade account. If it was you, type this code in Settings:',
    validFor(minutes),
    'If it was not you, somebody mistyped their email: nothing happens unless you pass the code on.',
  ],
  code,
})

export const deletionEmail = (code: string, minutes: number): EmailContent => ({
  subject: 'Your code to delete your account',
  paragraphs: ['You asked to delete your account. Type this code in Settings:', validFor(minutes), ifNotYou],
  code,
})

export const changedKind: NecessaryKind = {
  name: 'email changed',
  why: 'the email of a Readymade account was changed from or to this address',
  isSignIn: true,
}

/** The notice to the former address of an account. */
export const oldAddressNote = (email: string, publicUrl: string): EmailContent => ({
  subject: 'Your email was changed',
  paragraphs: [
    `Your Readymade account now has the email ${email}. You can no longer sign in with this address.`,
    'All other devices were signed out. If it was not you, write to us at once.',
  ],
  button: { label: 'Write to Us', url: `${publicUrl}/contact` },
})

/** The notice to the new address of an account. */
export const newAddressNote = (publicUrl: string): EmailContent => ({
  subject: 'This is your email now',
  paragraphs: ['From now on you sign in to Readymade with this address, and our emails come here.'],
  button: { label: 'Open Settings', url: `${publicUrl}/profile?tab=settings` },
})
