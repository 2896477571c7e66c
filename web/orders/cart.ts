import type { Item } from '#contract/orders/orders.ts'

import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'
import { notify } from '../ui/notices.tsx'

/** One thing in the cart; the title is stored so that a thing no longer for sale can still be named. */
export type CartItem = Item & {
  title: string
  /** Set when its payment was begun here, and how that ended has not been seen. */
  paying?: true
  /** Set when it could not be bought as the server last saw it. */
  isLeftOut?: true
}

/** What is in the cart of this browser, in the order it was put in; empty while the server renders. */
export const useCart = (): readonly CartItem[] => useStored(cartItems, empty)

/** Whether a thing is in the cart of this browser; false while the server renders. */
export const useInCart = (item: Item): boolean => useStored(() => isInCart(item), false)

/** The same, outside a component. */
export const isInCart = (item: Item): boolean => cartItems().some((other) => isSame(other, item))

/** Puts a thing in the cart; a thing that is there already stays once. */
function addToCart(item: CartItem): void {
  keep([...cartItems().filter((other) => !isSame(other, item)), item])
}

export function removeFromCart(...items: Item[]): void {
  const left = cartItems().filter((other) => !items.some((item) => isSame(other, item)))
  if (left.length < cartItems().length) keep(left)
}

/** Notes that the payment of these was begun: what of it turns out to be bought leaves the cart, wherever the payer goes. */
export function noteBegun(items: Item[]): void {
  keep(
    cartItems().map((other) =>
      items.some((item) => isSame(other, item)) ? { ...other, paying: true } : other,
    ),
  )
}

/** The name that a thing was put in the cart with; one that is no longer for sale keeps it. */
export const titleInCart = (item: Item): string | undefined =>
  cartItems().find((other) => isSame(other, item))?.title

/** The cart now, outside a component. */
export const cartItems = jsonReader('cart', itemsIn)

const empty: readonly CartItem[] = []

const isSame = (one: Item, other: Item) => one.projectId === other.projectId && one.kind === other.kind

function keep(items: CartItem[]): void {
  store({ cart: JSON.stringify(items) })
}

/** The stored items; what is not ours counts as an empty cart. */
function itemsIn(json: unknown): readonly CartItem[] {
  return Array.isArray(json) ? json.filter(isItem) : empty
}

const isItem = (value: Partial<CartItem> | null): value is CartItem =>
  typeof value?.projectId === 'string' &&
  typeof value.title === 'string' &&
  (value.kind === 'source' || value.kind === 'report')

/** Puts a thing in the cart and says so in the specification's words; the server prices 50 things at most. What is there already stays as it is. */
export function putInCart(item: CartItem): void {
  const link = { label: 'View Cart', to: '/cart' }
  if (isInCart(item)) return notify(`In your cart already: ${item.title}`, { tone: 'done', link })
  if (cartItems().length >= 50)
    return notify('Your cart is full: 50 items. Remove one first.', { tone: 'failed', link })
  addToCart(item)
  navigator.sendBeacon('/api/cart/additions')
  notify(`Added ${item.title} to cart!`, { tone: 'done', link })
}

/** A thing in the cart as the server priced it. */
export interface QuotedItem {
  projectId: string
  kind: 'source' | 'report'
  title: string
  price: number
  forSale: boolean
  owned: boolean
  isOwn?: boolean
  image: string | null
  /** What is drawn when there is no image. */
  cover?: { category: string; technologies: string[] } | null
}

export const canBeBought = ({ forSale, owned }: QuotedItem): boolean => forSale && !owned

/** Notes what the server said of the things in the cart of this browser: the header counts what can be bought. */
export function noteQuoted(quoted: readonly QuotedItem[]): void {
  const before = cartItems()
  const after = before.map(({ isLeftOut, ...item }) => {
    const answer = quoted.find((other) => isSame(other, item))
    return (answer ? !canBeBought(answer) : isLeftOut) ? { ...item, isLeftOut: true } : item
  })
  if (after.some((item, index) => 'isLeftOut' in item !== Boolean(before[index]!.isLeftOut)))
    store({ cart: JSON.stringify(after) })
}
