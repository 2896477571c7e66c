import { limits } from '#contract/kit/limits.ts'

import { jsonReader, store, subscribeStore, useStored } from '../shell/session/browser-store.ts'
import { sendAsMember } from '../shell/session/member-api.ts'
import { isSignedIn, member } from '../shell/session/session.ts'
import { notify } from '../ui/notices.tsx'

/** A saved project. The title is stored so that a withdrawn project can still be named. */
interface SavedProject {
  projectId: string
  title: string
}

/** The wishlist that is stored in this browser. */
interface Wishlist {
  /** Newest first. */
  items: readonly SavedProject[]
  /** The member whose list on the server this is; null for one that was made here and is not merged yet. */
  memberId: string | null
  /** The time at which it was loaded from the server, in milliseconds since 1970. */
  at: number
}

const none: Wishlist = { items: [], memberId: null, at: 0 }

/** Returns the wishlist of the current user. One that another member left in this browser counts as empty. */
export function wishlist(): Wishlist {
  const list = storedWishlist()
  return list.memberId === null || list.memberId === member()?._id ? list : none
}

/** Returns the wishlist in a component; empty while the server renders. */
export const useWishlist = (): Wishlist => useStored(wishlist, none)

/** Returns whether a project is on the wishlist of the current user. */
export const isSaved = (projectId: string): boolean =>
  wishlist().items.some((item) => item.projectId === projectId)

/** Adds a project to this browser's wishlist as its newest; returns false when the list is full. */
function addItem(item: SavedProject): boolean {
  const { items, ...list } = wishlist()
  if (items.some(({ projectId }) => projectId === item.projectId)) return true
  if (items.length >= limits.wishlist) return false
  storeWishlist({ ...list, items: [item, ...items] })
  return true
}

/** Removes a project from this browser's wishlist. */
function removeItem(projectId: string): void {
  const { items, ...list } = wishlist()
  storeWishlist({ ...list, items: items.filter((item) => item.projectId !== projectId) })
}

/** Stores a wishlist in this browser and replaces the one before. */
const storeWishlist = (list: Wishlist): void => store({ wishlist: JSON.stringify(list) })

const storedWishlist = jsonReader('wishlist', wishlistIn)

/** Reads a stored wishlist; an invalid one counts as empty. */
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

/** Adds a project to the wishlist or removes it: in this browser at once, then on the server for a member. */
export function toggleSaved(project: SavedProject): void {
  if (isSaved(project.projectId)) return removeSaved(project)
  if (!addItem(project)) return notify('Your wishlist is full. Remove a project first.', { tone: 'failed' })
  enqueue(() => sendChange('PUT', project))
}

/** Removes a project from the wishlist. */
export function removeSaved(project: SavedProject): void {
  removeItem(project.projectId)
  enqueue(() => sendChange('DELETE', project))
}

/** Sends changes to the server one after the other, so that the last one counts. */
function enqueue(work: () => Promise<void>) {
  last = last.then(work, work)
}
let last = Promise.resolve()

async function sendChange(method: 'PUT' | 'DELETE', project: SavedProject) {
  if (!isSignedIn()) return
  const answer = await sendAsMember({ method, url: `/api/users/wishlist/${project.projectId}` })
  if (answer.status === 200) {
    if (wishlist().memberId !== member()?._id) await syncWishlist()
  } else if (!isSignedIn()) {
    // The session had ended: what a visitor saves is stored in the browser.
    if (method === 'PUT') addItem(project)
  } else {
    if (method === 'PUT') removeItem(project.projectId)
    else addItem(project)
    notify(messageIn(await answer.text()) ?? failure, { tone: 'failed' })
  }
}

const failure = 'The wishlist could not be changed. Please try again.'

function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message
  } catch {
    return undefined
  }
}

/**
 * Calls the listener after each change, and loads a member's list from the server when it is older than ten minutes;
 * for useSyncExternalStore.
 */
export function subscribeWishlist(listener: () => void): () => void {
  void syncWhenOld()
  return subscribeStore(() => {
    listener()
    void syncWhenOld()
  })
}

/** Sends what was saved in this browser before sign-in to the server, and loads the member's whole list from there. */
export async function syncWishlist(): Promise<void> {
  const memberId = member()?._id
  if (!isSignedIn() || !memberId) return
  requestedAt = Date.now()
  const list = wishlist()
  const projectIds = list.memberId === null ? list.items.map(({ projectId }) => projectId) : []
  const answer = await sendAsMember({
    method: 'POST',
    url: '/api/users/wishlist',
    body: JSON.stringify({ projectIds }),
  })
  if (answer.status !== 200) return
  const { saved, leftOut } = JSON.parse(await answer.text()) as { saved: SavedProject[]; leftOut: number }
  if (leftOut > 0) notify(noRoomFor(leftOut), { tone: 'failed' })
  // Changes made meanwhile, here or in another tab, are not in this answer.
  if (member()?._id === memberId && wishlist() === list)
    storeWishlist({ items: saved, memberId, at: Date.now() })
}

const noRoomFor = (count: number) =>
  `Your wishlist is full: ${count === 1 ? '1 project that you saved' : `${count} projects that you saved`} before you signed in could not be added.`

const maxAge = 600_000
/** Milliseconds before another request after one that failed. */
const minInterval = 60_000
let requestedAt = 0

/**
 * Loads a member's list when it is old. It uses no typed client, so that public pages do not load the schemas for
 * members either.
 */
async function syncWhenOld() {
  const now = Date.now()
  if (!isSignedIn()) return void (requestedAt = 0)
  if (now - wishlist().at < maxAge || now - requestedAt < minInterval) return
  await syncWishlist()
}
