import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'

const ofMember = z.object({ id: Id })
const limit = { requests: 120, seconds: 60, protects: 'process' } as const

/** Whether the caller follows a member, and the number of followers. */
export const FollowState = z.object({ following: z.boolean(), followers: z.int() })
schemaNames.add(FollowState, { id: 'FollowState' })
export type FollowState = z.infer<typeof FollowState>

export const Followed = z.object({ _id: z.string(), name: z.string(), profilePicture: z.string().nullable() })
schemaNames.add(Followed, { id: 'FollowedMember' })
export type Followed = z.infer<typeof Followed>

/** Follows of members with a public profile; any other member is not found, like one that does not exist. */
export const follows = {
  get: endpoint({
    method: 'GET',
    path: '/members/:id/follow',
    summary: 'Whether the caller follows a member.',
    access: member,
    params: ofMember,
    reply: Done.extend(FollowState.shape),
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/members/:id/follow',
    summary: 'Follows a member, once however often it is asked. Nobody follows themselves.',
    access: member,
    limit,
    problems: ['conflict'],
    params: ofMember,
    reply: Done.extend(FollowState.shape),
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/members/:id/follow',
    summary: 'Follows a member no longer.',
    access: member,
    limit,
    params: ofMember,
    reply: Done.extend(FollowState.shape),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/users/following',
    summary: 'Whom the caller follows, the newest first.',
    access: member,
    query: z.object(pageWindow),
    reply: Done.extend({ members: z.array(Followed), pagination: Pagination }),
  }),
}
