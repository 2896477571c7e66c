/** A payment's own document: what is sold without GST gives a receipt. */
export const invoiceKinds = ['tax invoice', 'receipt'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export type DocumentKind = InvoiceKind | 'credit note'

/** What each document is called, on buttons and in emails. */
export const documentNames: Record<DocumentKind, string> = {
  'tax invoice': 'Invoice',
  receipt: 'Receipt',
  'credit note': 'Credit Note',
}

/** The same within a sentence. */
export const documentWords = (kind: DocumentKind): string => documentNames[kind].toLowerCase()

/** What its file is called: receipt-RM-26-27-000123.pdf. */
export const documentFile = (kind: DocumentKind, number: string): string =>
  `${documentWords(kind).replace(' ', '-')}-${number.replaceAll('/', '-')}.pdf`

/** The numbers of an order's documents; null for what there is not. */
export interface DocumentNumbers {
  invoice: string | null
  invoiceKind: InvoiceKind | null
  creditNote: string | null
}
