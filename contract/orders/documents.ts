import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, text } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'
import { licences as licenceKinds } from '../projects/categories.ts'
import { invoiceKinds } from './document-names.ts'

/**
 * The numbers of an order's documents: its invoice or receipt, and the credit note of its refund; null while there is
 * none.
 */
export const documentNumbers = {
  invoice: z.string().nullable(),
  invoiceKind: z.enum(invoiceKinds).nullable(),
  creditNote: z.string().nullable(),
}

const ofOrder = z.object({ id: Id })
const buyerAndStaff = ['member', 'admin', 'super_admin'] as const
/** Limited, because rendering a PDF is expensive. */
const limit = { requests: 30, seconds: 60, protects: 'process' } as const

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

/** The public facts about a licence, found by its code. */
const Verified = z.object({
  /** The code as in the licence, in groups. */
  code: z.string(),
  orderNumber: z.string(),
  projectTitle: z.string(),
  kind: z.enum(['source', 'report']),
  /** The release that was bought; later ones are licensed too. Null for a report. */
  release: z.int().nullable(),
  licence: z.enum(licenceKinds),
  /** The path of the owner's own licence in that release; null when ours applies. */
  licenceFile: z.string().nullable(),
  orderDate: z.string(),
  /** First name and initial of the buyer, or of who has the seat; empty once their account is deleted. */
  name: z.string(),
  /** Whether it is of a seat in the buyer's team. */
  isSeat: z.boolean(),
  /** withdrawn: the order was refunded, or the seat has ended. */
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
    limit: { requests: 30, seconds: 60, protects: 'people' },
    params: z.object({ code: text(60) }),
    reply: Done.extend({ licence: Verified }),
  }),
}
