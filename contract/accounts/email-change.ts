import { z } from 'zod'

import { Otp, User } from '../accounts.ts'
import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Email } from '../kit/words.ts'

/** A change of email that waits for its two codes. */
const EmailChange = z.object({
  /** The new address. */
  email: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
})
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
    body: z.object({ email: Email }),
    reply: Done.extend({ change: EmailChange }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/users/email-change/confirm',
    summary: 'Changes the email with both codes, and signs out all other sessions.',
    access: member,
    body: z.object({
      /** From the mail to the present address. */
      code: Otp,
      /** From the mail to the new address. */
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
