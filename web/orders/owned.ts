import { useEffect, useSyncExternalStore } from 'react'

import type { Reply } from '#contract/kit/endpoint.ts'
import type { Item, Order, orders } from '#contract/orders/orders.ts'

import { jsonReader, store, subscribeStore } from '../shell/session/browser-store.ts'
import { sendAsMember } from '../shell/session/member-api.ts'
import { isSignedIn, member } from '../shell/session/session.ts'
import { useReturn } from '../shell/use-return.ts'
import { cartItems, removeFromCart } from './cart.ts'

/**
 * Returns whether the signed-in member owns an item, as far as this browser knows. All components share one request,
 * which is repeated after a minute. False while the server renders, because pages are the same for everybody.
 */
export const useOwned = (projectId: string, kind: Item['kind']): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known().items.includes(nameOf({ projectId, kind })),
    () => false,
  )

/** Returns the id of the seat of a project that the signed-in member has, as useOwned does. */
export const useSeat = (projectId: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => known().seats.find((seat) => seat.projectId === projectId)?.seatId,
    () => undefined,
  )

/**
 * Requests the owned items again when a page opens whose subject is `shown`, and when the user comes back to its tab
 * after a while: items may have been bought on another device, or refunded. Calls `onChange` when they changed in the
 * meantime.
 */
export function useRefreshOwned(shown: string, onChange?: () => void): void {
  useEffect(() => {
    void refreshOwned()
  }, [shown])
  useReturn(async () => {
    const before = shownOf(known())
    if ((await refreshOwned()) && shownOf(known()) !== before) onChange?.()
  })
}

/** Records the items of completed orders as owned and removes them from the cart. */
export function recordPurchases(orders: readonly Order[]): void {
  const bought = orders.filter(({ status }) => status === 'completed')
  const { at, items, seats } = known()
  const missing = bought.map(nameOf).filter((name) => !items.includes(name))
  if (missing.length > 0) {
    purchaseCount++
    saveOwned({ at, items: [...items, ...missing], seats })
  }
  removeFromCart(...bought)
}

interface OwnedItems {
  /** The time of the request, in ms since 1970. */
  at: number
  items: string[]
  /** The seats in the teams of others. */
  seats: Seats
}
type Seats = Reply<typeof orders.owned>['seats']

const noItems: OwnedItems = { at: 0, items: [], seats: [] }
/** The age in ms at which pages that only mark owned items request them again. */
const maxAge = 60_000
/** The time in ms for which these pages do not request again after a failed request. */
const retryAfter = 60_000

/** What pages show of what is known. */
const shownOf = ({ items, seats }: OwnedItems) => JSON.stringify([items, seats])

const nameOf = ({ projectId, kind }: Item) => `${kind} ${projectId}`

const readStored = jsonReader('owned', parseOwned)
const known = () => (isSignedIn() ? readStored() : noItems)

/** Parses the stored items; a value of another form counts as nothing known. */
function parseOwned(json: unknown): OwnedItems {
  // An earlier release stored no seats.
  const { at, items, seats = [] } = (json ?? noItems) as Omit<OwnedItems, 'seats'> & { seats?: Seats }
  return Array.isArray(items) && Array.isArray(seats) ? { at, items, seats } : noItems
}

const saveOwned = (known: OwnedItems) => store({ owned: JSON.stringify(known) })

function subscribe(listener: () => void): () => void {
  refreshIfStale()
  return subscribeStore(() => {
    listener()
    refreshIfStale()
  })
}

let requestedAt = 0

function refreshIfStale() {
  const now = Date.now()
  if (!isSignedIn()) return void (requestedAt = 0)
  if (now - known().at >= maxAge && now - requestedAt >= retryAfter) void refreshOwned()
}

/** The number of purchases recorded in this tab: an answer to an earlier request does not include the latest ones. */
let purchaseCount = 0
let pendingRequest: Promise<boolean> | undefined

/** Requests the owned items, once for all concurrent callers. Resolves with whether there was an answer. */
const refreshOwned = (): Promise<boolean> =>
  (pendingRequest ??= requestOwned().finally(() => (pendingRequest = undefined)))

/** Requests the owned items without the typed client, so that public pages load no schemas for members either. */
async function requestOwned(): Promise<boolean> {
  if (!isSignedIn()) return false
  requestedAt = Date.now()
  const [memberId, countBefore] = [member()?._id, purchaseCount]
  const answer = await sendAsMember({ method: 'GET', url: '/api/orders/owned' }).catch(() => undefined)
  if (answer?.status !== 200) return false
  // A process of an earlier release names no seats.
  const { items, seats = [] } = JSON.parse(await answer.text()) as { items: Item[]; seats?: Seats }
  if (member()?._id !== memberId) return false
  if (purchaseCount !== countBefore) return requestOwned()
  saveOwned({ at: requestedAt, items: items.map(nameOf), seats })
  const bought = cartItems().filter((item) => item.paying && known().items.includes(nameOf(item)))
  removeFromCart(...bought)
  return true
}
