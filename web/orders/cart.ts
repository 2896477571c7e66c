import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Item, orders } from '#contract/orders/orders.ts'

import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'
import { notify } from '../ui/notices.tsx'

/** An item in the cart. Its title is stored so that an item that is no longer for sale can still be named. */
export type CartItem = Item & {
  title: string
  /** Set when its payment was started in this browser and the outcome is not known yet. */
  paying?: true
  /** Set when the last quote said that it cannot be bought. */
  isLeftOut?: true
}

/** The items in the cart of this browser, in the order in which they were added; empty while the server renders. */
export const useCart = (): readonly CartItem[] => useStored(cartItems, empty)

/** Returns whether an item is in the cart of this browser; false while the server renders. */
export const useInCart = (item: Item): boolean => useStored(() => isInCart(item), false)

/** Revalidates when the cart, also changed in another tab, is not what was priced; never when `priced` is undefined. */
export function useChangesOfCart(priced: readonly Item[] | undefined): void {
  const { revalidate } = useRevalidator()
  const cart = useCart()
  const isOther = priced && (cart.length !== priced.length || !priced.every(isInCart))
  useEffect(() => {
    if (isOther) void revalidate()
  }, [isOther, cart.length, revalidate])
}

/** Returns whether an item is in the cart, outside a component. */
export const isInCart = (item: Item): boolean => cartItems().some((other) => isSame(other, item))

/** Adds an item to the cart; an item that is in it already moves to the end. */
function addToCart(item: CartItem): void {
  saveCart([...cartItems().filter((other) => !isSame(other, item)), item])
}

export function removeFromCart(...items: Item[]): void {
  const left = cartItems().filter((other) => !items.some((item) => isSame(other, item)))
  if (left.length < cartItems().length) saveCart(left)
}

/** Marks items whose payment was started. Those that turn out to be bought leave the cart, wherever the payer goes. */
export function markPaymentStarted(items: Item[]): void {
  saveCart(
    cartItems().map((other) =>
      items.some((item) => isSame(other, item)) ? { ...other, paying: true } : other,
    ),
  )
}

/** Adds reports to the cart and removes them from it, where the cart itself is shown. */
export const reportsInCart = {
  isWanted: isInCart,
  set: (report: CartItem, isWanted: boolean): void =>
    isWanted ? putInCart(report, { silent: true }) : removeFromCart(report),
}

/** The title with which an item was added to the cart; also known when it is no longer for sale. */
export const titleInCart = (item: Item): string | undefined =>
  cartItems().find((other) => isSame(other, item))?.title

/** Reads the items in the cart, outside a component. */
export const cartItems = jsonReader('cart', parseItems)

const empty: readonly CartItem[] = []

/** Returns whether two items are the same. */
export const isSame = (one: Item, other: Item): boolean =>
  one.projectId === other.projectId && one.kind === other.kind

function saveCart(items: CartItem[]): void {
  store({ cart: JSON.stringify(items) })
}

/** Parses the stored items; a value of another form counts as an empty cart. */
function parseItems(json: unknown): readonly CartItem[] {
  return Array.isArray(json) ? json.filter(isItem) : empty
}

const isItem = (value: Partial<CartItem> | null): value is CartItem =>
  typeof value?.projectId === 'string' &&
  typeof value.title === 'string' &&
  (value.kind === 'source' || value.kind === 'report')

/**
 * Adds an item to the cart and shows the specification's notice, unless it is `silent` because the cart is in view. The
 * cart holds as many items as the server prices. An item that is in it already stays as it is.
 */
export function putInCart(item: CartItem, { silent = false } = {}): void {
  const link = { label: 'View Cart', to: '/cart' }
  if (isInCart(item)) return notify(`In your cart already: ${item.title}`, { tone: 'done', link })
  if (cartItems().length >= limits.cartItems)
    return notify(`Your cart is full: ${limits.cartItems} items. Remove one first.`, { tone: 'failed', link })
  addToCart(item)
  navigator.sendBeacon?.('/api/cart/additions')
  if (!silent) notify(`Added ${item.title} to cart!`, { tone: 'done', link })
}

/** An item as the server priced it. */
export type QuotedItem = Reply<typeof orders.quote>['items'][number]

export const canBeBought = ({ forSale, owned }: Pick<QuotedItem, 'forSale' | 'owned'>): boolean =>
  forSale && !owned

/** Records in the cart which items cannot be bought according to a quote: the header counts those that can. */
export function saveQuote(quoted: readonly QuotedItem[]): void {
  const before = cartItems()
  const after = before.map(({ isLeftOut, ...item }) => {
    const answer = quoted.find((other) => isSame(other, item))
    return (answer ? !canBeBought(answer) : isLeftOut) ? { ...item, isLeftOut: true } : item
  })
  if (after.some((item, index) => 'isLeftOut' in item !== Boolean(before[index]!.isLeftOut)))
    store({ cart: JSON.stringify(after) })
}
