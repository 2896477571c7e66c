import { subscribeStore } from '../browser-store.ts'
import { sendAsMember } from '../session/member-api.ts'
import { isSignedIn, member } from '../session/session.ts'
import { notify } from '../ui/feedback/notify.ts'
import { keepWishlist, type SavedProject, wishlist } from './wishlist.ts'

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
