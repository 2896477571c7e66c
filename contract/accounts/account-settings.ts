import { endpoint, member } from '../endpoint.ts'
import { Done, Email, Id } from '../fields.ts'
import { z } from '../zod.ts'
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

/** The newest download of a member's data. */
export const DataExport = z.object({
  status: z.enum(['waiting', 'ready']),
  askedAt: z.string(),
  /** Size in bytes, and until when it is stored; null while it waits. */
  size: z.int().nullable(),
  keptUntil: z.string().nullable(),
})
export type DataExport = z.infer<typeof DataExport>

/** The reasons why an account cannot be deleted now. */
const hindrances = ['refund', 'dispute', 'debt', 'payment'] as const
export type DeletionBlocker = (typeof hindrances)[number]

export const Deletion = z.object({
  /** The caller's projects, and how many of them somebody has ordered: their files stay for the buyers. */
  projects: z.int(),
  orderedProjects: z.int(),
  /** The caller's purchases, which can no longer be downloaded afterwards. */
  purchases: z.int(),
  /** The caller's balance in rupees, which could no longer be paid out. */
  owed: z.number(),
  /** The amount in rupees by which the caller's balance is below zero: sales were refunded after they were paid out. */
  owes: z.number(),
  /** The caller's open payouts in rupees: they are still paid, to the account named in the request. */
  payouts: z.number(),
  hindrances: z.array(z.enum(hindrances)),
})
export type Deletion = z.infer<typeof Deletion>

export const personalData = {
  export: endpoint({
    method: 'GET',
    path: '/users/data-export',
    summary: "The newest download of the caller's data; null when there is none.",
    access: member,
    reply: Done.extend({ export: DataExport.nullable() }),
  }),
  askForExport: endpoint({
    method: 'POST',
    path: '/users/data-export',
    summary:
      "Begins a ZIP of all the caller's data and files. A mail says when it is ready; it is kept 7 days.",
    access: member,
    problems: ['conflict', 'too_many_requests'],
    reply: Done.extend({ export: DataExport }),
  }),
  exportLink: endpoint({
    method: 'GET',
    path: '/users/data-export/link',
    summary: 'A link to the finished ZIP that needs no token, for 5 minutes.',
    access: member,
    problems: ['not_found'],
    reply: Done.extend({ downloadUrl: z.string(), fileName: z.string() }),
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/users/deletion',
    summary: "What deleting the caller's account would take away, and what keeps it from being deleted.",
    access: member,
    reply: Done.extend({ deletion: Deletion }),
  }),
  askForDeletion: endpoint({
    method: 'POST',
    path: '/users/deletion/code',
    summary: 'Mails the code that deletes the account.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    reply: Done.extend({ sentAt: z.string() }),
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/users/deletion',
    summary:
      'Erases the personal data of the caller, unlists their projects and signs them out everywhere. The records of money stay without the name, invoices as they were issued.',
    access: member,
    problems: ['conflict', 'expired', 'too_many_requests', 'wrong_code'],
    body: z.object({
      code: Otp,
      /** The balance in rupees that the caller has read and waives. */
      givenUp: z.number().nonnegative().default(0),
    }),
    reply: Done,
  }),
}
