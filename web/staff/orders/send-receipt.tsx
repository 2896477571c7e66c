import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { documentNames, type InvoiceKind } from '#contract/orders/documents.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'

/** What came of sending a receipt. */
export type ReceiptAnswer = { done?: string; failed?: string }

/** Sends the mail with the receipt, or the invoice, to the buyer again: once for each press. What was free has neither. */
export function SendReceipt({ kind, email }: { kind: InvoiceKind | null; email: string }) {
  const fetcher = useFetcher<ReceiptAnswer>()
  const { data, state } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !data) return
    if (data.done) notify(data.done, { tone: 'done' })
    if (data.failed) notify(data.failed, { tone: 'failed' })
  }, [data, state])
  return (
    <Button
      tone="quiet"
      icon={<Icon name="mail" className="size-4.5" />}
      title={`To ${email}`}
      pending={state !== 'idle'}
      pendingText="Sending..."
      onClick={() => void fetcher.submit({ key: crypto.randomUUID() }, { method: 'post' })}
    >
      Send {kind ? documentNames[kind] : 'Email'} Again
    </Button>
  )
}
