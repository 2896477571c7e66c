import { sendAsMember } from '../session/member-api.ts'
import { isSignedIn, member } from '../session/session.ts'
import { notify } from '../ui/feedback/notify.ts'
import { syncWishlist } from './sync.ts'
import { addItem, dropItem, isSaved, type SavedProject, wishlist } from './wishlist.ts'

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
