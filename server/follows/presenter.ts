import type { Followed } from '#contract/follows.ts'

import { avatarAddress } from '../accounts/service.ts'
import type { Found } from '../database/connection.ts'
import type { followedBy } from './queries.ts'

type FollowedRow = Found<typeof followedBy>['members'][number]

/** A member as those see them who follow them. */
export const toFollowed = ({ id, name, profilePicture }: FollowedRow): Followed => ({
  _id: id,
  name,
  profilePicture: avatarAddress(profilePicture),
})
