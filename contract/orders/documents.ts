import { endpoint, member } from '../endpoint.ts'
import { Done, Id, text } from '../fields.ts'
import { licences as licenceKinds } from '../projects/categories.ts'
import { z } from '../zod.ts'
import { invoiceKinds } from './document-names.ts'

/** The numbers of an order's documents, null while there is none: the invoice or receipt on which it stands, and the credit note that took it back. */
export const documentNumbers = {
  invoice: z.string().nullable(),
  invoiceKind: z.enum(invoiceKinds).nullable(),
  creditNote: z.string().nullable(),
}

const ofOrder = z.object({ id: Id })
const buyerAndStaff = ['member', 'admin', 'super_admin'] as const
/** Each PDF takes the server some tenths of a second. */
const limit = { requests: 30, seconds: 60 }

export const invoices = {
  invoice: endpoint({
    method: 'GET',
    path: '/orders/:id/invoice',
    summary:
      'The invoice on which an order stands, or without GST the receipt, as a PDF: for its buyer, and for staff.',
    access: buyerAndStaff,
    limit,
    params: ofOrder,
    reply: 'file',
  }),
  creditNote: endpoint({
    method: 'GET',
    path: '/orders/:id/credit-note',
    summary: 'The credit note of a refunded order, as a PDF: for its buyer, and for staff.',
    access: buyerAndStaff,
    limit,
    params: ofOrder,
    reply: 'file',
  }),
}

/** What a licence's code says to everybody who has it. */
const Verified = z.object({
  /** As it stands in the licence, in groups. */
  code: z.string(),
  orderNumber: z.string(),
  projectTitle: z.string(),
  kind: z.enum(['source', 'report']),
  /** The release that was bought; later ones are licensed too. Null for a report. */
  release: z.int().nullable(),
  licence: z.enum(licenceKinds),
  /** The file in that release which is the owner's own licence; null where ours holds. */
  licenceFile: z.string().nullable(),
  orderDate: z.string(),
  /** First name and initial of the buyer; empty once their account is deleted. */
  name: z.string(),
  /** withdrawn: the order was refunded. */
  state: z.enum(['valid', 'withdrawn']),
})
export type VerifiedLicence = z.infer<typeof Verified>

export const licences = {
  file: endpoint({
    method: 'GET',
    path: '/orders/:id/licence',
    summary: "The licence of one of the caller's orders, as a text file.",
    access: member,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    reply: 'file',
  }),
  verify: endpoint({
    method: 'GET',
    path: '/licences/:code',
    summary:
      'Whether a licence with this code is genuine, and of what. Dashes, spaces and case do not matter.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 30, seconds: 60 },
    params: z.object({ code: text(60) }),
    reply: Done.extend({ licence: Verified }),
  }),
}
