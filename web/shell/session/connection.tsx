import { useEffect, useSyncExternalStore } from 'react'

import type { Send } from '#contract/client.ts'

import { Button } from '../../ui/button.tsx'
import { askAgain, isWaiting, subscribeWaiting, untilAnswered } from '../../ui/connection.ts'
import { noConnection } from './fetch-call.ts'

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

/** Sends as `send` does, for as long as there is no connection: again and again until there is one, or `signal` ends it. What `send` throws itself, a redirect to sign in, is an answer. */
export const whenConnected =
  (send: Send, signal?: AbortSignal): Send =>
  async (call) => {
    const answer = await untilAnswered(async () => {
      const [sent] = await Promise.allSettled([send(call)])
      if (sent.status === 'fulfilled' && sent.value === noConnection) throw new Error('No connection')
      return sent
    }, signal)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

/** Has the data of pages asked for until it comes: a lost connection would put an error in the place of the page that is open. */
function keepAskingForPages(): () => void {
  const { fetch } = window
  window.fetch = (input, init) => {
    const ask = () => fetch(input, init)
    const isPage = input instanceof URL && input.pathname.endsWith('.data') && !init?.method
    return isPage ? untilAnswered(ask, init?.signal) : ask()
  }
  return () => void (window.fetch = fetch)
}
