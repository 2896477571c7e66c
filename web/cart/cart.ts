import { useSyncExternalStore } from 'react'

import type { Item } from '#contract/orders.ts'

/** One thing in the cart; the title is stored so that a thing no longer for sale can still be named. */
export type CartItem = Item & {
  title: string
  /** Set when its payment was begun here, and how that ended has not been seen. */
  paying?: true
}

/** What is in the cart of this browser, in the order it was put in; empty while the server renders. */
export const useCart = (): readonly CartItem[] => useSyncExternalStore(subscribe, read, () => empty)

/** Puts a thing in the cart; a thing that is there already stays once. */
export function addToCart(item: CartItem): void {
  write([...read().filter((other) => !isSame(other, item)), item])
}

export function removeFromCart(...items: Item[]): void {
  const left = read().filter((other) => !items.some((item) => isSame(other, item)))
  if (left.length < read().length) write(left)
}

/** Notes that the payment of these was begun: what of it turns out to be bought leaves the cart, wherever the payer goes. */
export function noteBegun(items: Item[]): void {
  write(
    read().map((other) => (items.some((item) => isSame(other, item)) ? { ...other, paying: true } : other)),
  )
}

/** The cart now, outside a component. */
export const cartItems = (): readonly CartItem[] => read()

const key = 'cart'
const empty: readonly CartItem[] = []
const listeners = new Set<() => void>()
let known: { text: string | null; items: readonly CartItem[] } = { text: null, items: empty }

const isSame = (one: Item, other: Item) => one.projectId === other.projectId && one.kind === other.kind

function read(): readonly CartItem[] {
  const text = storedText()
  if (text !== known.text) known = { text, items: itemsIn(text) }
  return known.items
}

function write(items: CartItem[]): void {
  localStorage.setItem(key, JSON.stringify(items))
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The stored items; a stored text that is not ours counts as an empty cart. */
function itemsIn(text: string | null): readonly CartItem[] {
  try {
    const items: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(items) ? items.filter(isItem) : empty
  } catch {
    return empty
  }
}

const isItem = (value: Partial<CartItem> | null): value is CartItem =>
  typeof value?.projectId === 'string' &&
  typeof value.title === 'string' &&
  (value.kind === 'source' || value.kind === 'report')
