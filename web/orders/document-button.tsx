import type { Api } from '#contract/client.ts'
import {
  documentFile,
  type DocumentKind,
  documentNames,
  type DocumentNumbers,
  documentWords,
} from '#contract/orders/document-names.ts'

import { SaveButton } from '../shell/save-button.tsx'
import type { ButtonLook } from '../ui/button.tsx'
import type { Fact } from '../ui/facts.tsx'

/** A button that saves the invoice, the receipt or the credit note of an order as a PDF. */
export function DocumentButton({
  orderId,
  kind,
  number,
  label = documentNames[kind],
  ...rest
}: DocumentButtonProps) {
  const pdf = ({ invoices }: Api) => {
    const of = { params: { id: orderId } }
    return kind === 'credit note' ? invoices.creditNote(of) : invoices.invoice(of)
  }
  return (
    <SaveButton
      size="small"
      {...rest}
      file={pdf}
      name={documentFile(kind, number)}
      failure={`Failed to download the ${documentWords(kind)}`}
    >
      {label}
    </SaveButton>
  )
}

type DocumentButtonProps = ButtonLook & {
  orderId: string
  kind: DocumentKind
  number: string
  label?: string
  className?: string
  'aria-describedby'?: string
}

/** The rows of an order's documents. Each number is a button that saves the document; missing documents have no row. */
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
      tone="link"
      className="-my-2 pointer-coarse:-my-3"
    />
  ),
})
