/** The kinds of a payment's document: a receipt without GST, otherwise a tax invoice. */
export const invoiceKinds = ['tax invoice', 'receipt'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export type DocumentKind = InvoiceKind | 'credit note'

/** The name of each document, on buttons and in emails. */
export const documentNames: Record<DocumentKind, string> = {
  'tax invoice': 'Invoice',
  receipt: 'Receipt',
  'credit note': 'Credit Note',
}

/** Returns the name of a document within a sentence. */
export const documentWords = (kind: DocumentKind): string => documentNames[kind].toLowerCase()

/** Returns the file name of a document: receipt-RM-26-27-000123.pdf. */
export const documentFile = (kind: DocumentKind, number: string): string =>
  `${documentWords(kind).replace(' ', '-')}-${number.replaceAll('/', '-')}.pdf`

/** The numbers of an order's documents; null for a document that does not exist. */
export interface DocumentNumbers {
  invoice: string | null
  invoiceKind: InvoiceKind | null
  creditNote: string | null
}
