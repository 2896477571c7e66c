import { useLocation } from 'react-router'

import { addressWithNext } from '../session/next-address.ts'
import { useMember } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toggleFollow, useFollow } from './following.ts'

/** Follows a member whose profile is public, or no longer. A visitor is led to sign in and back; nobody follows themselves. */
export function FollowButton({ member: { _id, name }, size }: FollowButtonProps) {
  const me = useMember()
  const { pathname, search } = useLocation()
  const following = useFollow(_id)?.following ?? false
  if (me?._id === _id) return null
  const look = { tone: 'quiet', size, className: 'min-w-32' } as const
  const whom = <span className="sr-only"> {name}</span>
  if (!me)
    return (
      <ButtonLink
        to={addressWithNext('/signin', pathname + search)}
        {...look}
        icon={<Icon name="plus" className="size-4" />}
      >
        Follow{whom}
      </ButtonLink>
    )
  return (
    <Button
      {...look}
      aria-pressed={following}
      icon={<Icon name={following ? 'check' : 'plus'} className="size-4" />}
      onClick={() => void toggleFollow(_id)}
    >
      {following ? 'Following' : 'Follow'}
      {whom}
    </Button>
  )
}

export type FollowButtonProps = { member: { _id: string; name: string }; size?: 'small' | 'medium' }
