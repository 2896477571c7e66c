import { z } from 'zod'

import { Otp } from '../accounts.ts'
import { endpoint, member } from '../kit/endpoint.ts'
import { Done } from '../kit/words.ts'

/** The newest download of a member's data. */
const DataExport = z.object({
  status: z.enum(['waiting', 'ready']),
  askedAt: z.string(),
  /** Bytes, and until when it is kept; null while it waits. */
  size: z.int().nullable(),
  keptUntil: z.string().nullable(),
})
export type DataExport = z.infer<typeof DataExport>

/** What keeps an account from being deleted just now. */
const hindrances = ['refund', 'payment'] as const
export type Hindrance = (typeof hindrances)[number]

const Deletion = z.object({
  /** The caller's projects, and those of them that somebody has ordered: their files stay for the buyers. */
  projects: z.int(),
  orderedProjects: z.int(),
  /** What the caller has bought and can then no longer download. */
  purchases: z.int(),
  /** What we owe the caller and could then no longer pay out, in rupees. */
  owed: z.number(),
  /** Payouts that the caller has asked for, in rupees: they are still paid, to the account named then. */
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
    reply: Done.extend({ export: DataExport }),
  }),
  exportLink: endpoint({
    method: 'GET',
    path: '/users/data-export/link',
    summary: 'A link to the finished ZIP that needs no token, for 5 minutes.',
    access: member,
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
    reply: Done.extend({ sentAt: z.string() }),
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/users/deletion',
    summary:
      'Erases the personal data of the caller, unlists their projects and signs them out everywhere. The records of money stay without the name, invoices as they were issued.',
    access: member,
    body: z.object({
      code: Otp,
      /** What we owe the caller, in rupees, as they have read it: it is given up. */
      givenUp: z.number().nonnegative().default(0),
    }),
    reply: Done,
  }),
}
