import { useEffect, useSyncExternalStore } from 'react'

import type { Item, Order } from '#contract/orders/orders.ts'

import { jsonReader, store, subscribeStore } from '../shell/session/browser-store.ts'
import { sendAsMember } from '../shell/session/member-api.ts'
import { isSignedIn, member } from '../shell/session/session.ts'
import { useReturn } from '../shell/use-return.ts'
import { cartItems, removeFromCart } from './cart.ts'

/**
 * Whether the signed-in member owns a thing, as far as this browser knows: asked for once by all who want to know, then
 * again after a minute. False while the server renders, because pages are the same for everybody.
 */
export const useOwned = (projectId: string, kind: Item['kind']): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known().items.includes(nameOf({ projectId, kind })),
    () => false,
  )

/**
 * Asks anew what is owned when a page shows whose subject `shown` is, and when somebody comes back to its tab after a
 * while: it may have been bought on another device, or refunded. Calls back when what is owned changed while they were away.
 */
export function useOwnedAnew(shown: string, onChange?: () => void): void {
  useEffect(() => {
    void ask()
  }, [shown])
  useReturn(async () => {
    const before = known().items
    if ((await ask()) && String(known().items) !== String(before)) onChange?.()
  })
}

/** What a completed payment brought: it is owned from now on, and no longer waits in the cart. */
export function noteBought(orders: readonly Order[]): void {
  const bought = orders.filter(({ status }) => status === 'completed')
  const { at, items } = known()
  const missing = bought.map(nameOf).filter((name) => !items.includes(name))
  if (missing.length > 0) {
    noted++
    keep({ at, items: [...items, ...missing] })
  }
  removeFromCart(...bought)
}

interface Known {
  /** When it was asked for, in milliseconds since 1970. */
  at: number
  items: string[]
}

const nothing: Known = { at: 0, items: [] }
/** Milliseconds after which pages that only mark what is owned ask again. */
const lasting = 60_000
/** After an answer that was none, pages that only mark what is owned do not ask for a minute. */
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
  askWhenOld()
  return subscribeStore(() => {
    listener()
    askWhenOld()
  })
}

let askedAt = 0

function askWhenOld() {
  const now = Date.now()
  if (!isSignedIn()) return void (askedAt = 0)
  if (now - known().at >= lasting && now - askedAt >= pause) void ask()
}

/** Counts what was bought here: an answer from before that does not know of it. */
let noted = 0
let asking: Promise<boolean> | undefined

/** Asks once for all who want to know now; answers whether there was an answer. */
const ask = (): Promise<boolean> => (asking ??= askServer().finally(() => (asking = undefined)))

/** Without the typed client, so that public pages ship no schemas to members either. */
async function askServer(): Promise<boolean> {
  if (!isSignedIn()) return false
  askedAt = Date.now()
  const [memberId, notedBefore] = [member()?._id, noted]
  const answer = await sendAsMember({ method: 'GET', url: '/api/orders/owned' }).catch(() => undefined)
  if (answer?.status !== 200) return false
  const { items } = JSON.parse(await answer.text()) as { items: Item[] }
  if (member()?._id !== memberId) return false
  if (noted !== notedBefore) return askServer()
  keep({ at: askedAt, items: items.map(nameOf) })
  const bought = cartItems().filter((item) => item.paying && known().items.includes(nameOf(item)))
  removeFromCart(...bought)
  return true
}
