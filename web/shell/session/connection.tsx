import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'

import type { Send } from '#contract/client.ts'

import { Button } from '../../ui/button.tsx'
import { retryNow, isWaiting, subscribeWaiting, retryUntilAnswered } from '../../ui/connection.ts'
import { noConnection } from './fetch-call.ts'

/** Says that a page waits for the connection. The page before it stays, with what was typed there. */
export function NoConnection() {
  const [isBlocked, setBlocked] = useState(false)
  const isOffline = useSyncExternalStore(
    subscribeOnline,
    () => !navigator.onLine,
    () => false,
  )
  const waits = useSyncExternalStore(subscribeWaiting, isWaiting, () => false)
  return (
    <div role="alert">
      {(isOffline || isBlocked) && <OfflineBlocker onChange={setBlocked} />}
      {(waits || isBlocked) && (
        <div className="no-connection">
          <p className="min-w-0 flex-1">
            <b>No connection.</b> The page opens when you are back online.
          </p>
          <Button tone="quiet" size="small" onClick={retryNow}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Blocks navigation while the browser is offline, because an error would replace the open page. Rendered only then: with
 * a blocker the router warns of every link within a page.
 */
function OfflineBlocker({ onChange }: { onChange: (isBlocked: boolean) => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !navigator.onLine && addressOf(currentLocation) !== addressOf(nextLocation),
  )
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    onChange(isBlocked)
  }, [isBlocked, onChange])
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined
    const proceed = () => navigator.onLine && blocker.proceed()
    addEventListener('online', proceed)
    return () => removeEventListener('online', proceed)
  }, [blocker])
  return null
}

function subscribeOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/**
 * Wraps `send` so that a call is repeated while there is no connection, until there is one or `signal` ends it. What
 * `send` throws itself, such as a redirect to sign-in, counts as an answer.
 */
export const whenConnected =
  (send: Send, signal?: AbortSignal): Send =>
  async (call) => {
    const answer = await retryUntilAnswered(async () => {
      const [sent] = await Promise.allSettled([send(call)])
      if (sent.status === 'fulfilled' && sent.value === noConnection) throw new Error('No connection')
      return sent
    }, signal)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
