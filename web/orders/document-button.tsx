import type { Api } from '#contract/client.ts'

import { SaveButton } from '../saving/save-button.tsx'
import { memberApi } from '../session/member-api.ts'
import type { ButtonLook } from '../ui/button.tsx'

/** Saves the invoice or the credit note of an order as a PDF; staff speak through an API of their own. */
export function DocumentButton({
  orderId,
  kind,
  number,
  label = kind === 'invoice' ? 'Invoice' : 'Credit Note',
  api = memberApi,
  ...rest
}: DocumentButtonProps) {
  const pdf = async () => {
    const { invoices } = await api()
    const of = { params: { id: orderId } }
    return kind === 'invoice' ? invoices.invoice(of) : invoices.creditNote(of)
  }
  return (
    <SaveButton
      size="small"
      {...rest}
      file={pdf}
      name={`${kind.replace(' ', '-')}-${number.replaceAll('/', '-')}.pdf`}
      failure={`Failed to download the ${kind}`}
    >
      {label}
    </SaveButton>
  )
}

type DocumentButtonProps = ButtonLook & {
  orderId: string
  kind: 'invoice' | 'credit note'
  number: string
  label?: string
  api?: () => Promise<Api>
  className?: string
  'aria-describedby'?: string
}
