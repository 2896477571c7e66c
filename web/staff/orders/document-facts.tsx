import { type DocumentNumbers, type DocumentKind, documentWords } from '#contract/orders/documents.ts'

import { DocumentButton } from '../../orders/document-button.tsx'
import type { Fact } from '../../ui/data/fact-rows.tsx'
import { requireStaff } from '../session.ts'

/** The rows of an order's documents, whose numbers save them; none for what there is not. */
export const documentFacts = (
  orderId: string,
  { invoice, invoiceKind, creditNote }: DocumentNumbers,
): Fact[] => [
  ...(invoice && invoiceKind ? [fact(orderId, invoiceKind, invoice)] : []),
  ...(creditNote ? [fact(orderId, 'credit note', creditNote)] : []),
]

const fact = (orderId: string, kind: DocumentKind, number: string): Fact => ({
  term: documentWords(kind),
  value: (
    <DocumentButton
      orderId={orderId}
      kind={kind}
      number={number}
      label={number}
      api={requireStaff}
      tone="link"
      className="-my-2 pointer-coarse:-my-3"
    />
  ),
})
