import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'
import { linkMinutes } from '../../sessions/service.ts'

/** Also tried for an address whose mail came back: there is no other way in, and who asked waits for it. */
export const signInKind: NecessaryKind = {
  name: 'sign-in',
  why: 'somebody asked to sign in with this email',
  isSignIn: true,
}

const subject = 'Your Readymade code'
const linkLabel = 'Sign In'

/** The mail with a code and, when the code alone could fail its reader, a link that signs in without it. */
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

/** The mail of an email that is being guessed at: digits are not compared for it today. */
export const linkEmail = (link: string): EmailContent => ({
  subject: 'Your Readymade sign-in link',
  paragraphs: [
    'Somebody has entered many wrong codes for this email. To keep your account safe, codes do not work for it today. Sign in with this link instead.',
    `It works once, for ${linkMinutes} minutes. You need to do nothing else.`,
  ],
  button: { label: linkLabel, url: link },
})
