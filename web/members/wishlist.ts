import { limits } from '#contract/limits.ts'

import { jsonReader, store, subscribeStore, useStored } from '../shell/session/browser-store.ts'
import { sendAsMember } from '../shell/session/member-api.ts'
import { isSignedIn, member } from '../shell/session/session.ts'
import { notify } from '../ui/notices.tsx'

/** A saved project; the title is stored so that what is withdrawn can still be named. */
interface SavedProject {
  projectId: string
  title: string
}

/** The wishlist as this browser has it. */
interface Wishlist {
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
function addItem(item: SavedProject): boolean {
  const { items, ...list } = wishlist()
  if (items.some(({ projectId }) => projectId === item.projectId)) return true
  if (items.length >= limits.wishlist) return false
  keepWishlist({ ...list, items: [item, ...items] })
  return true
}

/** Takes a project off this browser's wishlist. */
function dropItem(projectId: string): void {
  const { items, ...list } = wishlist()
  keepWishlist({ ...list, items: items.filter((item) => item.projectId !== projectId) })
}

/** Keeps a wishlist in this browser, in the place of the one before. */
const keepWishlist = (list: Wishlist): void => store({ wishlist: JSON.stringify(list) })

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

/** Puts a project on the wishlist, or takes it off: in this browser at once, then on the server for a member. */
export function toggleSaved(project: SavedProject): void {
  if (isSaved(project.projectId)) return removeSaved(project)
  if (!addItem(project)) return notify('Your wishlist is full. Remove a project first.', { tone: 'failed' })
  inOrder(() => sendChange('PUT', project))
}

/** Takes a project off the wishlist. */
export function removeSaved(project: SavedProject): void {
  dropItem(project.projectId)
  inOrder(() => sendChange('DELETE', project))
}

/** The server hears of presses one after the other, so that the last one decides. */
function inOrder(work: () => Promise<void>) {
  last = last.then(work, work)
}
let last = Promise.resolve()

async function sendChange(method: 'PUT' | 'DELETE', project: SavedProject) {
  if (!isSignedIn()) return
  const answer = await sendAsMember({ method, url: `/api/users/wishlist/${project.projectId}` })
  if (answer.status === 200) {
    if (wishlist().memberId !== member()?._id) await syncWishlist()
  } else if (!isSignedIn()) {
    // The session was over: what a visitor saves stays in the browser.
    if (method === 'PUT') addItem(project)
  } else {
    if (method === 'PUT') dropItem(project.projectId)
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

/** Tells of each change, and keeps a member's list at most ten minutes behind the server's; for useSyncExternalStore. */
export function subscribeWishlist(listener: () => void): () => void {
  void syncWhenOld()
  return subscribeStore(() => {
    listener()
    void syncWhenOld()
  })
}

/** Gives what this browser saved before its member signed in to the server, and takes the member's whole list from it. */
export async function syncWishlist(): Promise<void> {
  const memberId = member()?._id
  if (!isSignedIn() || !memberId) return
  askedAt = Date.now()
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
  // What was pressed meanwhile, here or in another tab, is not in this answer.
  if (member()?._id === memberId && wishlist() === list)
    keepWishlist({ items: saved, memberId, at: Date.now() })
}

const noRoomFor = (count: number) =>
  `Your wishlist is full: ${count === 1 ? '1 project that you saved' : `${count} projects that you saved`} before you signed in could not be added.`

const lasting = 600_000
/** After an answer that was none, nobody asks again for a minute. */
const pause = 60_000
let askedAt = 0

/** Without the typed client, so that public pages ship no schemas to members either. */
async function syncWhenOld() {
  const now = Date.now()
  if (!isSignedIn()) return void (askedAt = 0)
  if (now - wishlist().at < lasting || now - askedAt < pause) return
  await syncWishlist()
}
