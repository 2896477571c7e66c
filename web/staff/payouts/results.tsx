import type { PayoutResult } from '#contract/orders/payouts.ts'

import { Callout } from '../../ui/feedback/callout.tsx'

/** What became of each payout: how many it worked for, and by name those for which it did not. */
export function Results({ results }: { results: readonly PayoutResult[] }) {
  const failed = results.filter(({ done }) => !done)
  const done = results.length - failed.length
  return (
    <Callout
      tone={failed.length > 0 ? 'stopped' : 'verified'}
      title={`${done} of ${results.length} done`}
      className="mb-4"
      shown
    >
      {failed.map(({ number, message }) => `${number}: ${message}`).join('\n')}
    </Callout>
  )
}
