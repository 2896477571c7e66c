import { useEffect, useSyncExternalStore } from 'react'

import { Button } from '../button.tsx'
import { keepAskingForPages } from './page-data.ts'
import { askAgain, isWaiting, subscribeWaiting } from './until-answered.ts'

/** Says that a page waits for the connection. The page before it stays, with what was typed there. */
export function NoConnection() {
  useEffect(keepAskingForPages, [])
  const waits = useSyncExternalStore(subscribeWaiting, isWaiting, () => false)
  return (
    <div role="alert">
      {waits && (
        <div className="no-connection">
          <p className="min-w-0 flex-1">
            <b>No connection.</b> The page opens when you are back online.
          </p>
          <Button tone="quiet" size="small" onClick={askAgain}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  )
}
