import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Email, Id } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Otp, User } from './accounts.ts'

/** A session of a member. */
export const Session = z.object({
  id: z.string(),
  /** Browser and system, such as 'Chrome on Windows'; empty when the browser does not say. */
  device: z.string(),
  /** The first half of the address it was last used from, such as '103.21.x.x'; empty when unknown. */
  network: z.string(),
  createdAt: z.string(),
  /** Exact to a quarter of an hour. */
  lastUsedAt: z.string(),
  isThisDevice: z.boolean(),
})
schemaNames.add(Session, { id: 'Session' })
export type Session = z.infer<typeof Session>

export const sessions = {
  mine: endpoint({
    method: 'GET',
    path: '/users/sessions',
    summary: 'Where the caller is signed in: this session first, then the last used.',
    access: member,
    reply: Done.extend({ sessions: z.array(Session) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/users/sessions/:id',
    summary: 'Ends one of the sessions of the caller: its access and refresh tokens stop working at once.',
    access: member,
    params: z.object({ id: Id }),
    reply: Done,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/users/sessions',
    summary: 'Ends all sessions of the caller but this one, at once.',
    access: member,
    reply: Done.extend({ ended: z.int() }),
  }),
}

/** A change of email that waits for its two codes. */
export const EmailChange = z.object({
  /** The new address. */
  email: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
})
schemaNames.add(EmailChange, { id: 'EmailChange' })
export type EmailChange = z.infer<typeof EmailChange>

export const emailChange = {
  pending: endpoint({
    method: 'GET',
    path: '/users/email-change',
    summary: 'The change of email that waits for its codes; null when there is none.',
    access: member,
    reply: Done.extend({ change: EmailChange.nullable() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/users/email-change',
    summary:
      "Mails a code to the caller's address and another to the new one. Whether the new one has an account is said only after both codes were right.",
    access: member,
    problems: ['conflict', 'too_many_requests'],
    body: z.object({ email: Email }),
    reply: Done.extend({ change: EmailChange }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/users/email-change/confirm',
    summary: 'Changes the email with both codes, and signs out all other sessions.',
    access: member,
    problems: ['conflict', 'expired', 'too_many_requests', 'wrong_code'],
    body: z.object({
      /** The code in the mail to the current address. */
      code: Otp,
      /** The code in the mail to the new address. */
      emailCode: Otp,
    }),
    reply: Done.extend({ user: User }),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/users/email-change',
    summary: 'Gives the change up: its codes stop working.',
    access: member,
    reply: Done,
  }),
}
