import { categories } from '#contract/content/categories.ts'
import { complaints } from '#contract/content/complaints.ts'
import { contacts, staffContacts } from '#contract/content/contacts.ts'
import { content } from '#contract/content/content.ts'
import { held } from '#contract/content/held.ts'
import { moderation } from '#contract/content/moderation.ts'
import { requestStatus } from '#contract/content/request-status.ts'
import { limits } from '#contract/kit/limits.ts'

import { listPublished } from '../catalogue/list/list.ts'
import type { Area, Dependencies } from '../dependencies.ts'
import type { Serve } from '../platform/http/serve.ts'
import { recordList } from '../staff/audit/service.ts'
import {
  blockNow,
  decideComplaint,
  decideReview,
  hideQuestion,
  reportReview,
  reviewsForStaff,
} from './complaints/decide.ts'
import {
  answerComplaint,
  complaintById,
  complaintsPage,
  complaintsOfListing,
  complainAboutItem,
} from './complaints/service.ts'
import { replyStats } from './contacts/queries.ts'
import {
  bulkUpdate,
  contactAt,
  contactsIn,
  receiveMessage,
  replyTo,
  setContactStatus,
} from './contacts/service.ts'
import { crawlerRoutes, qrCodeRoute } from './crawlers/routes.ts'
import { sharingRoutes } from './crawlers/sharing.ts'
import { decideHeld, heldItems } from './held.ts'
import { statusOf } from './request-status.ts'
import { staffsPage } from './support-pages.ts'
import {
  describeCompany,
  describeContact,
  describeDecisionTime,
  describeSite,
  describeTeam,
  homeFigures,
  listCategories,
  oneCategory,
} from './texts.ts'

export const registerContent: Area = ({ app, serve }, dependencies) => {
  contentRoutes(serve, dependencies)
  categoryRoutes(serve, dependencies)
  contactRoutes(serve, dependencies)
  staffContactRoutes(serve, dependencies)
  complaintRoutes(serve, dependencies)
  requestStatusRoutes(serve, dependencies)
  moderationRoutes(serve, dependencies)
  heldRoutes(serve, dependencies)
  crawlerRoutes(app, dependencies)
  sharingRoutes(app, dependencies)
  qrCodeRoute(app, dependencies)
}

const contentRoutes = (serve: Serve, { db, config }: Dependencies) =>
  serve(content, {
    about: async () => ({ about: await describeCompany(db) }),
    team: async () => ({ team: await describeTeam(db) }),
    figures: async () => ({ figures: await homeFigures(db) }),
    site: async () => ({ site: await describeSite(db) }),
    decisionTime: async () => ({ decisionTime: await describeDecisionTime(db) }),
    support: async ({ params }) => ({ page: await staffsPage(db, config, params.page) }),
    contact: async () => ({ contact: await describeContact(db, config) }),
  })

const categoryRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(categories, {
    list: async () => ({ categories: await listCategories(db) }),
    get: async ({ params }) => {
      const category = await oneCategory(db, params.name)
      const best = { category: category.name, sort: 'featured', page: 1, limit: limits.featured } as const
      const { projects } = await listPublished(db, best)
      return { category: { ...category, featuredProjects: projects } }
    },
    projects: async ({ params, query }) => {
      const { name } = await oneCategory(db, params.name)
      return listPublished(db, { ...query, category: name })
    },
  })

const contactRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(contacts, {
    send: async ({ body }, { caller }) => {
      const { answerBy, ...acknowledged } = await receiveMessage(dependencies, caller, body)
      return { message: 'Message Sent Successfully!', answerBy: answerBy.toISOString(), ...acknowledged }
    },
    stats: async () => ({ stats: await replyStats(dependencies.db) }),
  })

const staffContactRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(staffContacts, {
    list: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['messages', query], contactsIn(dependencies.db, query)),
    get: async ({ params }) => ({ contact: await contactAt(dependencies.db, params.id) }),
    setStatus: async ({ params, body }, { caller }) => ({
      contact: await setContactStatus(dependencies.db, caller, params.id, body.status),
    }),
    reply: async ({ params, body }, { caller }) => ({
      contact: await replyTo(dependencies, caller, params.id, body),
    }),
    bulkUpdate: async ({ body }, { caller }) => {
      const results = await bulkUpdate(dependencies.db, caller, body.contactIds, body.action)
      return { updated: results.filter(({ success }) => success).length, results }
    },
  })

const complaintRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(complaints, {
    send: ({ params, body }, { caller, request }) =>
      complainAboutItem(dependencies, caller, { projectId: params.id, address: request.ip }, body),
    sendAboutReview: async ({ params, body }, { caller, request }) => {
      const sent = await reportReview(dependencies, caller, { ...params, address: request.ip }, body)
      return { ...sent, message: 'Thank you. Our staff will look at this review.' }
    },
    received: async ({ params }, { caller }) => ({
      complaints: await complaintsOfListing(dependencies.db, caller.id, params.id),
    }),
    answer: async ({ params, body }, { caller }) => {
      await answerComplaint(dependencies.db, caller.id, params.id, body.text)
    },
    list: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['complaints', query], complaintsPage(dependencies.db, query)),
    get: async ({ params }) => ({ complaint: await complaintById(dependencies.db, params.id) }),
    decide: async ({ params, body }, { caller }) => {
      await decideComplaint(dependencies, caller, params.id, body)
    },
    block: async ({ params, body }, { caller }) => {
      await blockNow(dependencies, caller, params.id, body.reason)
    },
  })

const requestStatusRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(requestStatus, {
    get: async ({ params, query }, { caller }) => ({
      status: await statusOf(dependencies, caller, params.number, query.key),
    }),
  })

const moderationRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(moderation, {
    reviews: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['reviews', query], reviewsForStaff(dependencies.db, query)),
    decideReview: async ({ params, body }, { caller }) => {
      await decideReview(dependencies, caller, params.id, body)
    },
    hideQuestion: async ({ params, body }, { caller }) => ({
      question: await hideQuestion(dependencies, caller, params, body.reason),
    }),
  })

const heldRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(held, {
    list: (_received, { caller }) =>
      recordList(dependencies.db, caller, ['held texts', {}], heldItems(dependencies.db)),
    decide: async ({ params, body }, { caller }) => {
      await decideHeld(dependencies, caller, params, body)
    },
  })
