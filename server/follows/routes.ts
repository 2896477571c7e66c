import { follows } from '#contract/follows.ts'
import { paginationOf } from '#contract/kit/paging.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { follow, followedPage, followState, unfollow } from './service.ts'

export const followRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(follows, {
    get: async ({ params }, { caller }) => ({
      success: true,
      ...(await followState(db, caller.id, params.id)),
    }),
    follow: async ({ params }, { caller }) => ({
      success: true,
      ...(await follow(db, caller.id, params.id)),
    }),
    unfollow: async ({ params }, { caller }) => ({
      success: true,
      ...(await unfollow(db, caller.id, params.id)),
    }),
    mine: async ({ query }, { caller }) => {
      const { total, members } = await followedPage(db, caller.id, query)
      return { success: true, members, pagination: paginationOf(query, total) }
    },
  })
