import type { FastifyReply } from 'fastify'

import { documentFile, type DocumentKind, type InvoiceKind } from '#contract/orders/documents.ts'
import { invoices } from '#contract/orders/invoices.ts'

import { contentDisposition } from '../http/attachment.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { creditNotePaper, invoicePaper } from './papers.ts'
import { draw } from './pdf/draw.ts'
import type { Paper } from './pdf/paper.ts'
import { creditNoteFor, invoiceFor } from './service.ts'

export const invoiceRoutes = (serve: Serve, { db }: Parts) =>
  serve(invoices, {
    invoice: async ({ params }, { caller, reply }) => {
      const invoice = await invoiceFor(db, caller, params.id)
      return sendPaper(reply, invoice.kind as InvoiceKind, invoicePaper(invoice))
    },
    creditNote: async ({ params }, { caller, reply }) =>
      sendPaper(reply, 'credit note', creditNotePaper(await creditNoteFor(db, caller, params.id))),
  })

const sendPaper = async (reply: FastifyReply, kind: DocumentKind, paper: Paper) =>
  reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(documentFile(kind, paper.number)))
    .send(await draw(paper))
