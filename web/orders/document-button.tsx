import type { Api } from '#contract/client.ts'
import { documentFile, type DocumentKind, documentNames, documentWords } from '#contract/orders/documents.ts'

import { SaveButton } from '../saving/save-button.tsx'
import { memberApi } from '../session/member-api.ts'
import type { ButtonLook } from '../ui/button.tsx'

/** Saves the invoice, the receipt or the credit note of an order as a PDF; staff speak through an API of their own. */
export function DocumentButton({
  orderId,
  kind,
  number,
  label = documentNames[kind],
  api = memberApi,
  ...rest
}: DocumentButtonProps) {
  const pdf = async () => {
    const { invoices } = await api()
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
  api?: () => Promise<Api>
  className?: string
  'aria-describedby'?: string
}
