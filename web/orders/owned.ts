import { useSyncExternalStore } from 'react'

import type { Item, Order } from '#contract/orders.ts'

import { cartItems, removeFromCart } from '../cart/cart.ts'
import { isSignedIn, ownedEntry, sendAsMember, subscribeSession } from '../session.ts'

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

let read: { text: string | null; known: Known } = { text: null, known: nothing }

function known(): Known {
  const text = ownedEntry.get()
  if (text !== read.text) read = { text, known: knownIn(text) }
  return read.known
}

/** A stored text that is not ours counts as nothing known. */
function knownIn(text: string | null): Known {
  try {
    const { at, items } = JSON.parse(text ?? '') as Known
    return Array.isArray(items) ? { at, items } : nothing
  } catch {
    return nothing
  }
}

const keep = (known: Known) => ownedEntry.set(JSON.stringify(known))

function subscribe(listener: () => void): () => void {
  void askWhenOld()
  return subscribeSession(() => {
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
