import { z } from 'zod'

import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/words.ts'
import { invoiceKinds } from './documents.ts'

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
