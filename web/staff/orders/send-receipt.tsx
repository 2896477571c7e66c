import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'

/** What came of sending a receipt. */
export type ReceiptAnswer = { done?: string; failed?: string }

/** Sends the receipt to the buyer again: once for each press. */
export function SendReceipt({ email }: { email: string }) {
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
      Send Receipt Again
    </Button>
  )
}
