import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Claim } from '#contract/staff/desk.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { timeOf } from './ages.ts'
import type { clientAction } from './claim-data.ts'

/** Who looks at a project, and the button to claim it or to give it back. */
export function ClaimNote({ projectId, claim }: { projectId: string; claim: Claim | null }) {
  const fetcher = useFetcher<typeof clientAction>()
  const { data } = fetcher
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
  }, [data])
  const isMine = claim?.isMine === true
  return (
    <fetcher.Form
      method="post"
      action={`/admin/projects/${projectId}/claim`}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2"
    >
      <p className="text-14 text-quiet">
        {claim
          ? `${isMine ? 'You are looking' : `${claim.by} is looking`} at this until ${timeOf(claim.until)}.`
          : 'Nobody is looking at this yet.'}
      </p>
      {(!claim || isMine) && (
        <Button
          type="submit"
          name="claim"
          value={isMine ? 'give back' : 'take'}
          tone="quiet"
          size="small"
          pending={fetcher.state !== 'idle'}
        >
          {isMine ? 'Give Back' : 'Claim'}
        </Button>
      )}
    </fetcher.Form>
  )
}
