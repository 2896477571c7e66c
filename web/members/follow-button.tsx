import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import type { FollowState } from '#contract/members/follows.ts'

import { subscribeStore } from '../shell/session/browser-store.ts'
import { sendAsMember } from '../shell/session/member-api.ts'
import { addressWithNext, isSignedIn, useMember } from '../shell/session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FailureBelow } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { notifyFailure } from '../ui/notices.tsx'

/**
 * A button that follows or unfollows a member whose profile is public. It leads visitors to sign in and back; members
 * do not see it on their own profile.
 */
export function FollowButton({ member: { _id, name }, size }: FollowButtonProps) {
  const me = useMember()
  const { pathname, search } = useLocation()
  const following = useFollow(_id)?.following ?? false
  const [failure, setFailure] = useState<string>()
  if (me?._id === _id) return null
  const look =
    size === 'small' ? ({ tone: 'link', size } as const) : ({ tone: 'quiet', className: 'min-w-32' } as const)
  const whom = <span className="sr-only">{` ${name}`}</span>
  if (!me)
    return (
      <ButtonLink
        to={addressWithNext('/signin', pathname + search)}
        {...look}
        icon={<Icon name="plus" className="size-4" />}
      >
        <span>Follow</span>
        {whom}
      </ButtonLink>
    )
  return (
    <FailureBelow failure={failure}>
      <Button
        {...look}
        aria-pressed={following}
        icon={<Icon name={following ? 'check' : 'plus'} className="size-4" />}
        onClick={() => {
          setFailure(undefined)
          void toggleFollow(_id, setFailure)
        }}
      >
        <span>{following ? 'Following' : 'Follow'}</span>
        {whom}
      </Button>
    </FailureBelow>
  )
}

type FollowButtonProps = { member: { _id: string; name: string }; size?: 'small' | 'medium' }

/**
 * Returns whether the signed-in member follows another, and the number of followers; undefined for visitors and while
 * it is loading.
 */
export const useFollow = (memberId: string): FollowState | undefined =>
  useSyncExternalStore(
    (listener) => subscribe(memberId, listener),
    () => states.get(memberId),
    () => undefined,
  )

/** Follows or unfollows a member: shown at once, and undone when it fails, which the button and a notice say. */
async function toggleFollow(memberId: string, onFailed: (message: string) => void): Promise<void> {
  const confirmed = states.get(memberId) ?? (await callFollow('GET', memberId))
  if (!confirmed) return
  const now = states.get(memberId) ?? confirmed
  set(memberId, toggled(now))
  if (sending.has(memberId)) return
  sending.add(memberId)
  await sendUntilConfirmed(memberId, now, onFailed).finally(() => sending.delete(memberId))
}

/** Sends the state until the server has the one that is shown, which may change again meanwhile. */
async function sendUntilConfirmed(
  memberId: string,
  confirmed: FollowState,
  onFailed: (message: string) => void,
) {
  for (let known = confirmed; ;) {
    const wanted = states.get(memberId)
    if (!wanted || wanted.following === known.following) return
    const answer = await callFollow(wanted.following ? 'PUT' : 'DELETE', memberId, onFailed)
    if (!answer) return set(memberId, known)
    known = answer
    if (states.get(memberId)?.following === known.following) set(memberId, known)
  }
}

const toggled = ({ following, followers }: FollowState): FollowState => ({
  following: !following,
  followers: followers + (following ? -1 : 1),
})

/** Calls the API without the typed client, so that public pages do not load the schemas for members either. */
async function callFollow(
  method: 'GET' | 'PUT' | 'DELETE',
  memberId: string,
  onFailed?: (message: string) => void,
): Promise<FollowState | undefined> {
  const answer = await sendAsMember({ method, url: `/api/members/${memberId}/follow` })
  const { following, followers, message } = parsed(await answer.text())
  if (answer.status === 200 && following !== undefined) return { following, followers: followers ?? 0 }
  if (method !== 'GET') {
    onFailed?.(message ?? failures[method])
    notifyFailure(message ?? failures[method])
  }
  return undefined
}

const failures = { PUT: 'Failed to follow', DELETE: 'Failed to unfollow' }

function parsed(text: string): Partial<FollowState> & { message?: string } {
  try {
    return JSON.parse(text) as FollowState
  } catch {
    return {}
  }
}

const states = new Map<string, FollowState>()
const requested = new Set<string>()
const sending = new Set<string>()
const listeners = new Set<() => void>()

function set(memberId: string, state: FollowState) {
  states.set(memberId, state)
  for (const listener of listeners) listener()
}

function subscribe(memberId: string, listener: () => void): () => void {
  listeners.add(listener)
  void loadOnce(memberId)
  const unsubscribe = subscribeStore(() => {
    if (!isSignedIn()) clearStates()
    listener()
    void loadOnce(memberId)
  })
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

async function loadOnce(memberId: string) {
  if (!isSignedIn() || requested.has(memberId)) return
  requested.add(memberId)
  const state = await callFollow('GET', memberId)
  // Who pressed the button meanwhile has a newer state.
  if (state && requested.has(memberId) && !states.has(memberId)) set(memberId, state)
}

/** Clears the states, because the next member who signs in follows others. */
function clearStates() {
  states.clear()
  requested.clear()
}
