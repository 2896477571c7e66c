import { follows } from '#contract/members/follows.ts'
import { members } from '#contract/members/members.ts'
import { personalData } from '#contract/members/personal-data.ts'
import { profile } from '#contract/members/profile.ts'
import { staffMembers } from '#contract/members/staff-members.ts'
import { wishlist } from '#contract/members/wishlist.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import { logRefusal, type Serve } from '../platform/http/serve.ts'
import { recordList } from '../staff/audit/service.ts'
import { follow, followedPage, followState, unfollow } from './follows/service.ts'
import { requestDeletion, deleteAccount, deletionOf } from './personal-data/deletion.ts'
import { exportRoutes, requestExport, linkToExport, newestExport } from './personal-data/export.ts'
import { countsOf, overviewOf, profileOf } from './profile.ts'
import { listMembers } from './staff/read.ts'
import { changeAgent, deactivateMember, openMember, reactivateMember } from './staff/service.ts'
import { deleteItem, wishlistOf } from './wishlist/queries.ts'
import { addToWishlist, itemsOf, mergeProjects } from './wishlist/service.ts'

export const registerMembers: Area = ({ app, serve }, dependencies) => {
  profileRoutes(serve, dependencies)
  memberRoutes(serve, dependencies)
  staffMemberRoutes(serve, dependencies)
  followRoutes(serve, dependencies)
  wishlistRoutes(serve, dependencies)
  personalDataRoutes(serve, dependencies)
  exportRoutes(app, dependencies)
}

/** Serves the calls of a profile that combine several nouns; none of those depends on this one. */
const profileRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(profile, {
    counts: (_received, { caller }) => countsOf(db, caller.id),
    overview: (_received, { caller }) => overviewOf(db, caller.id),
  })

const memberRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(members, {
    get: ({ params, query }) => profileOf(db, params.id, query),
  })

const staffMemberRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(staffMembers, {
    list: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['members', query], listMembers(dependencies.db, query)),
    get: async ({ params }, { caller }) => ({ member: await openMember(dependencies.db, caller, params.id) }),
    setAgent: async ({ params, body }, { caller }) => ({
      member: await changeAgent(dependencies.db, caller, params.id, body.isAgent),
    }),
    deactivate: async ({ params, body }, { caller }) => ({
      member: await deactivateMember(dependencies, caller, params.id, body.reason),
    }),
    reactivate: async ({ params }, { caller }) => ({
      member: await reactivateMember(dependencies, caller, params.id),
    }),
  })

const followRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(follows, {
    get: ({ params }, { caller }) => followState(db, caller.id, params.id),
    follow: ({ params }, { caller }) => follow(db, caller.id, params.id),
    unfollow: ({ params }, { caller }) => unfollow(db, caller.id, params.id),
    mine: ({ query }, { caller }) => followedPage(db, caller.id, query),
  })

const wishlistRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(wishlist, {
    look: async ({ body }) => {
      const saved = body.projectIds.map((projectId) => ({ projectId, title: null }))
      return { items: await itemsOf(db, saved) }
    },
    mine: async (_received, { caller }) => ({ items: await itemsOf(db, await wishlistOf(db, caller.id)) }),
    merge: ({ body }, { caller }) => mergeProjects(db, caller.id, body.projectIds),
    save: async ({ params }, { caller }) => {
      await addToWishlist(db, caller.id, params.id)
    },
    remove: async ({ params }, { caller }) => {
      await deleteItem(db, caller.id, params.id)
    },
  })

const personalDataRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(personalData, {
    export: async (_, { caller }) => ({ export: await newestExport(dependencies.db, caller.id) }),
    askForExport: async (_, { caller, request }) => {
      const asked = await requestExport(dependencies, caller.id)
      request.log.info({ event: 'data export', member: caller.id, address: request.ip })
      return { export: asked, message: 'We collect your data and mail you when it is ready.' }
    },
    exportLink: (_, { caller }) => linkToExport(dependencies, caller.id),
    deletion: async (_, { caller }) => ({ deletion: await deletionOf(dependencies.db, caller.id) }),
    askForDeletion: async (_, { caller }) => ({
      sentAt: (await requestDeletion(dependencies, caller.id)).toISOString(),
      message: 'We sent you a code. It works for 10 minutes.',
    }),
    deleteAccount: async ({ body }, { caller, request }) => {
      await deleteAccount(dependencies, caller.id, body).catch(logRefusal(request, caller.id))
      request.log.info({ event: 'account deleted', member: caller.id, address: request.ip })
      return { message: 'Your account is deleted.' }
    },
  })
