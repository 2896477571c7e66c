import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'

import { isWaiting, subscribeWaiting } from '../ui/connection/until-answered.ts'

/** Says that another page is on its way, with that page's own words; shown only when it takes a moment. That there is no connection is said elsewhere. */
export function PendingLine({ textFor }: { textFor: (path: string) => string }) {
  const { state, location } = useNavigation()
  const waits = useSyncExternalStore(subscribeWaiting, isWaiting, () => false)
  const path = state === 'loading' && !waits ? location?.pathname : undefined
  return (
    <output className="pending-line" aria-live="polite">
      {path && (
        <>
          <span className="pending-line-bar" aria-hidden="true" />
          <span className="pending-line-text">{textFor(path)}</span>
        </>
      )}
    </output>
  )
}
