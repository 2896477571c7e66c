import { useState } from 'react'

import type { Api } from '#contract/client.ts'

import { problemOf } from '../problem-of.ts'
import { memberApi } from '../session/member-api.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { saveFile } from '../ui/data/save-file.ts'
import { notify } from '../ui/feedback/notify.ts'

/** Saves the invoice or the credit note of an order as a PDF; staff speak through an API of their own. */
export function DocumentButton({
  orderId,
  kind,
  number,
  label = kind === 'invoice' ? 'Invoice' : 'Credit note',
  api = memberApi,
  ...rest
}: DocumentButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { invoices } = await api()
      const of = { params: { id: orderId } }
      const pdf = await (kind === 'invoice' ? invoices.invoice(of) : invoices.creditNote(of))
      const name = kind === 'invoice' ? 'invoice' : 'credit-note'
      saveFile(pdf, `${name}-${number.replaceAll('/', '-')}.pdf`)
    } catch (thrown) {
      notify(problemOf(thrown, `Failed to download the ${kind}`).message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" size="small" {...rest} pending={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}

type DocumentButtonProps = ButtonLook & {
  orderId: string
  kind: 'invoice' | 'credit note'
  number: string
  label?: string
  api?: () => Promise<Api>
  'aria-describedby'?: string
}
