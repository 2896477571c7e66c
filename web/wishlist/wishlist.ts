import { limits } from '#contract/kit/limits.ts'

import { jsonReader, store, useStored } from '../browser-store.ts'
import { member } from '../session/session.ts'

/** A saved project; the title is stored so that what is withdrawn can still be named. */
export interface SavedProject {
  projectId: string
  title: string
}

/** The wishlist as this browser has it. */
export interface Wishlist {
  /** Newest first. */
  items: readonly SavedProject[]
  /** The member whose list it is, as the server knows it; null for one that was made here and not merged yet. */
  memberId: string | null
  /** When the server was asked for it, in milliseconds since 1970. */
  at: number
}

const none: Wishlist = { items: [], memberId: null, at: 0 }

/** The wishlist of who is looking: what another member left here counts as nothing. */
export function wishlist(): Wishlist {
  const list = lastStored()
  return list.memberId === null || list.memberId === member()?._id ? list : none
}

/** The same in a component; empty while the server renders. */
export const useWishlist = (): Wishlist => useStored(wishlist, none)

/** Whether a project is on the wishlist of who is looking. */
export const isSaved = (projectId: string): boolean =>
  wishlist().items.some((item) => item.projectId === projectId)

/** Puts a project on this browser's wishlist as its newest; says false when there is no room. */
export function addItem(item: SavedProject): boolean {
  const { items, ...list } = wishlist()
  if (items.some(({ projectId }) => projectId === item.projectId)) return true
  if (items.length >= limits.wishlist) return false
  keepWishlist({ ...list, items: [item, ...items] })
  return true
}

/** Takes a project off this browser's wishlist. */
export function dropItem(projectId: string): void {
  const { items, ...list } = wishlist()
  keepWishlist({ ...list, items: items.filter((item) => item.projectId !== projectId) })
}

/** Keeps a wishlist in this browser, in the place of the one before. */
export const keepWishlist = (list: Wishlist): void => store({ wishlist: JSON.stringify(list) })

const lastStored = jsonReader('wishlist', wishlistIn)

/** What is not ours counts as an empty list. */
function wishlistIn(json: unknown): Wishlist {
  const { items, memberId, at } = (json ?? none) as Partial<Wishlist>
  if (!Array.isArray(items)) return none
  return {
    items: items.filter(isItem).slice(0, limits.wishlist),
    memberId: typeof memberId === 'string' ? memberId : null,
    at: typeof at === 'number' ? at : 0,
  }
}

const isItem = (value: Partial<SavedProject> | null): value is SavedProject =>
  typeof value?.projectId === 'string' && typeof value.title === 'string'
