import { Link } from 'react-router'

import type { Project } from '#contract/projects.ts'

import { FollowButton } from '../../follows/follow-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'

/** Who offers a project, with the way to all of theirs, where the owner's profile is public. */
export function OwnerLine({ owner }: { owner: Project['projectOwner'] }) {
  const { _id, name, profilePicture } = owner
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 md:-my-2">
      <Link to={ownerAddress(_id)} className="flex min-h-11 min-w-0 items-center gap-3">
        <Avatar name={name} src={profilePicture} />
        <span className="min-w-0 break-words">
          <span className="text-quiet">by </span>
          <span className="link-rule font-semibold">{name}</span>
        </span>
      </Link>
      <FollowButton member={owner} size="small" />
    </p>
  )
}

export const ownerAddress = (id: string) => `/members/${id}`
