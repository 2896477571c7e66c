import { useState } from 'react'
import { useRevalidator } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import type { PayoutCase, payouts } from '#contract/orders/payouts.ts'

import { problemOf } from '../../problem-of.ts'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useKeptFocus } from '../../ui/form/use-kept-focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { requireStaff } from '../session.ts'

/** Where a payout goes: masked, and in full for who asks for it, which is written down. */
export function DestinationRow({ payout }: { payout: PayoutCase }) {
  const [shown, setShown] = useState<Reply<typeof payouts.destination>['destination']>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const place = useKeptFocus(shown)
  if (!payout.destination) return <p className="text-quiet">The account details are erased.</p>
  const look = async () => {
    setBusy(true)
    try {
      const api = await requireStaff()
      setShown((await api.payouts.destination({ params: { id: payout._id } })).destination)
      await revalidate()
    } catch (thrown) {
      notify(problemOf(thrown, 'Failed to load the account').message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  if (shown)
    return (
      <div ref={place} tabIndex={-1}>
        <FactRows
          facts={[
            { term: 'holder', value: shown.holder },
            { term: payout.method === 'upi' ? 'UPI ID' : 'account', value: shown.account },
            ...(shown.ifsc ? [{ term: 'IFSC', value: shown.ifsc }] : []),
          ]}
        />
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-mono">
        {payout.method === 'upi' ? 'UPI' : 'Bank'} {payout.destination}
      </p>
      <Button
        tone="quiet"
        size="small"
        icon={<Icon name="eye" className="size-4" />}
        pending={busy}
        pendingText="One moment..."
        onClick={() => void look()}
      >
        Show in Full
      </Button>
      <p className="text-13 text-quiet w-full">Each look is written down with your name.</p>
    </div>
  )
}
