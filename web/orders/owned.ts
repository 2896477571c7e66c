import { useSyncExternalStore } from 'react'

import type { Item, Order } from '#contract/orders.ts'

import { jsonReader, store, subscribeStore } from '../browser-store.ts'
import { cartItems, removeFromCart } from '../cart/cart.ts'
import { sendAsMember } from '../session/member-api.ts'
import { isSignedIn } from '../session/session.ts'

/**
 * Whether the signed-in member owns a thing, as far as this browser knows: asked for once by all who want to know, then
 * for ten minutes at most. False while the server renders, because pages are the same for everybody.
 */
export const useOwned = (projectId: string, kind: Item['kind']): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known().items.includes(nameOf({ projectId, kind })),
    () => false,
  )

/** What a completed payment brought: it is owned from now on, and no longer waits in the cart. */
export function noteBought(orders: readonly Order[]): void {
  const bought = orders.filter(({ status }) => status === 'completed')
  const { at, items } = known()
  const missing = bought.map(nameOf).filter((name) => !items.includes(name))
  if (missing.length > 0) keep({ at, items: [...items, ...missing] })
  removeFromCart(...bought)
}

interface Known {
  /** When it was asked for, in milliseconds since 1970. */
  at: number
  items: string[]
}

const nothing: Known = { at: 0, items: [] }
const lasting = 600_000
/** After an answer that was none, nobody asks again for a minute. */
const pause = 60_000

const nameOf = ({ projectId, kind }: Item) => `${kind} ${projectId}`

const lastKnown = jsonReader('owned', knownIn)
const known = () => (isSignedIn() ? lastKnown() : nothing)

/** What is not ours counts as nothing known. */
function knownIn(json: unknown): Known {
  const { at, items } = (json ?? nothing) as Known
  return Array.isArray(items) ? { at, items } : nothing
}

const keep = (known: Known) => store({ owned: JSON.stringify(known) })

function subscribe(listener: () => void): () => void {
  void askWhenOld()
  return subscribeStore(() => {
    listener()
    void askWhenOld()
  })
}

let askedAt = 0

/** Without the typed client, so that public pages ship no schemas to members either. */
async function askWhenOld() {
  const now = Date.now()
  if (!isSignedIn()) return void (askedAt = 0)
  if (now - known().at < lasting || now - askedAt < pause) return
  askedAt = now
  const answer = await sendAsMember({ method: 'GET', url: '/api/orders/owned' }).catch(() => undefined)
  if (answer?.status !== 200) return
  const { items } = JSON.parse(await answer.text()) as { items: Item[] }
  keep({ at: now, items: items.map(nameOf) })
  const bought = cartItems().filter((item) => item.paying && known().items.includes(nameOf(item)))
  removeFromCart(...bought)
}
