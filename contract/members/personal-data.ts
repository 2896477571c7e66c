import { Otp } from '../accounts/accounts.ts'
import { endpoint, member } from '../kit/endpoint.ts'
import { Done } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The newest download of a member's data. */
export const DataExport = z.object({
  status: z.enum(['waiting', 'ready']),
  askedAt: z.string(),
  /** Size in bytes, and until when it is stored; null while it waits. */
  size: z.int().nullable(),
  keptUntil: z.string().nullable(),
})
schemaNames.add(DataExport, { id: 'DataExport' })
export type DataExport = z.infer<typeof DataExport>

/** The reasons why an account cannot be deleted now. */
const blockers = ['refund', 'dispute', 'debt', 'payment'] as const
export type DeletionBlocker = (typeof blockers)[number]

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
  blockers: z.array(z.enum(blockers)),
})
schemaNames.add(Deletion, { id: 'AccountDeletion' })
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
