import { wishlist } from '#contract/wishlist.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { deleteItem, wishlistOf } from './queries.ts'
import { addToWishlist, itemsOf, mergeProjects } from './service.ts'

export const wishlistRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(wishlist, {
    look: async ({ body }) => {
      const saved = body.projectIds.map((projectId) => ({ projectId, title: null }))
      return { success: true, items: await itemsOf(db, saved) }
    },
    mine: async (_received, { caller }) => ({
      success: true,
      items: await itemsOf(db, await wishlistOf(db, caller.id)),
    }),
    merge: async ({ body }, { caller }) => ({
      success: true,
      ...(await mergeProjects(db, caller.id, body.projectIds)),
    }),
    save: async ({ params }, { caller }) => {
      await addToWishlist(db, caller.id, params.id)
      return { success: true }
    },
    remove: async ({ params }, { caller }) => {
      await deleteItem(db, caller.id, params.id)
      return { success: true }
    },
  })
