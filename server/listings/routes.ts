import type { projects } from '#contract/projects.ts'
import { desk } from '#contract/staff/desk.ts'
import { staffListings } from '#contract/staff/listings.ts'

import { listPublished } from '../catalogue/service.ts'
import type { Handlers, Serve } from '../http/serve.ts'
import { isStaff } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { featuredInOrder, orderFeatured } from '../projects/service.ts'
import { claim, claimNext, unclaim } from './desk/claims.ts'
import { readForDesk, readQueue } from './desk/desk.ts'
import { projectFor } from './project-for.ts'
import { removeListing } from './removal.ts'
import { updateMany } from './staff/bulk.ts'
import { createForMember } from './staff/create.ts'
import { listForStaff } from './staff/list.ts'
import { updateListing } from './update.ts'

/**
 * Of the calls about projects those that take several nouns: the record, its releases, who bought it, the mail about a
 * decision. None of them knows this one, so that whatever needs them together is composed here.
 */
export const listingHandlers = (parts: Parts) =>
  ({
    list: async ({ query }, { caller, request }) => {
      if (isStaff(caller)) return { success: true, ...(await listForStaff(parts.db, query)) }
      const list = await listPublished(parts.db, query)
      const { daily } = request.server
      if (query.search && query.page === 1 && daily.visitOf(request)) {
        daily.count('searches')
        if (list.pagination.total === 0) daily.count('empty_searches')
      }
      return { success: true, ...list }
    },
    get: async ({ params }, { caller }) => ({
      success: true,
      project: await projectFor(parts.db, caller, params.id),
    }),
    update: async ({ params, body }, { caller }) => {
      const message = await updateListing(parts, caller, params.id, body)
      const project = await projectFor(parts.db, caller, params.id)
      return { success: true, project, ...(message !== undefined && { message }) }
    },
    remove: async ({ params }, { caller }) => ({
      success: true,
      message: await removeListing(parts, caller, params.id),
    }),
  }) satisfies Partial<Handlers<typeof projects>>

/** What staff alone do with listings. */
export function staffListingRoutes(serve: Serve, parts: Parts): void {
  serve(staffListings, {
    bulkUpdate: async ({ body }, { caller }) => ({
      success: true,
      ...(await updateMany(parts, caller, body)),
    }),
    featured: async () => ({ success: true, featured: await featuredInOrder(parts.db) }),
    orderFeatured: async ({ body }, { caller }) => ({
      success: true,
      featured: await orderFeatured(parts, caller, body),
    }),
    create: async ({ body }, { caller }) => {
      const project = await createForMember(parts, caller, body)
      return { success: true, _id: project._id, project }
    },
  })
  serve(desk, {
    queue: async ({ query }, { caller }) => ({
      success: true,
      ...(await readQueue(parts.db, caller, query)),
    }),
    next: async (_, { caller }) => ({ success: true, _id: await claimNext(parts.db, caller) }),
    project: async ({ params }, { caller }) => ({
      success: true,
      ...(await readForDesk(parts.db, caller, params.id)),
    }),
    claim: async ({ params }, { caller }) => ({
      success: true,
      claim: await claim(parts.db, caller, params.id),
    }),
    unclaim: async ({ params }, { caller }) => {
      await unclaim(parts.db, caller, params.id)
      return { success: true }
    },
  })
}
