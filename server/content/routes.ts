import { categories } from '#contract/catalogue/categories.ts'
import { reports } from '#contract/content/complaints.ts'
import { contacts, staffContacts } from '#contract/content/contacts.ts'
import { content } from '#contract/content/content.ts'
import { held } from '#contract/content/held.ts'
import { requestStatus } from '#contract/content/request-status.ts'
import { limits } from '#contract/limits.ts'
import { reviewReports } from '#contract/orders/reviews.ts'
import type { questions } from '#contract/projects/questions.ts'

import { listPublished } from '../catalogue/list/list.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Handlers, Serve } from '../platform/http/serve.ts'
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
import { decideHeld, heldItems } from './held.ts'
import { statusOf } from './request-status.ts'
import { staffsPage } from './support-pages.ts'
import {
  describeCompany,
  describeContact,
  describeSite,
  describeTeam,
  homeFigures,
  listCategories,
  oneCategory,
} from './texts.ts'

export const contentRoutes = (serve: Serve, { db, config }: Dependencies) =>
  serve(content, {
    about: async () => ({ about: await describeCompany(db) }),
    team: async () => ({ team: await describeTeam(db) }),
    figures: async () => ({ figures: await homeFigures(db) }),
    site: async () => ({ site: await describeSite(db) }),
    support: async ({ params }) => ({ page: await staffsPage(db, config, params.page) }),
    contact: async () => ({ contact: await describeContact(db, config) }),
  })

export const categoryRoutes = (serve: Serve, { db }: Pick<Dependencies, 'db'>) =>
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

export const contactRoutes = (serve: Serve, parts: Dependencies) =>
  serve(contacts, {
    send: async ({ body }) => {
      const { answerBy, ...acknowledged } = await receiveMessage(parts, body)
      return { message: 'Message Sent Successfully!', answerBy: answerBy.toISOString(), ...acknowledged }
    },
    stats: async () => ({ stats: await replyStats(parts.db) }),
  })

export const staffContactRoutes = (serve: Serve, parts: Dependencies) =>
  serve(staffContacts, {
    list: ({ query }) => contactsIn(parts.db, query),
    get: async ({ params }) => ({ contact: await contactAt(parts.db, params.id) }),
    setStatus: async ({ params, body }, { caller }) => ({
      contact: await setContactStatus(parts.db, caller, params.id, body.status),
    }),
    reply: async ({ params, body }, { caller }) => ({
      contact: await replyTo(parts, caller, params.id, body),
    }),
    bulkUpdate: async ({ body }, { caller }) => {
      const results = await bulkUpdate(parts.db, caller, body.contactIds, body.action)
      return { updated: results.filter(({ success }) => success).length, results }
    },
  })

export const reportingRoutes = (serve: Serve, parts: Dependencies) =>
  serve(reports, {
    report: ({ params, body }, { caller, request }) =>
      complainAboutItem(parts, caller, { projectId: params.id, address: request.ip }, body),
    reportReview: async ({ params, body }, { caller, request }) => {
      const sent = await reportReview(parts, caller, { ...params, address: request.ip }, body)
      return { ...sent, message: 'Thank you. Our staff will look at this review.' }
    },
    received: async ({ params }, { caller }) => ({
      reports: await complaintsOfListing(parts.db, caller.id, params.id),
    }),
    answer: async ({ params, body }, { caller }) => {
      await answerComplaint(parts.db, caller.id, params.id, body.text)
    },
    list: ({ query }) => complaintsPage(parts.db, query),
    get: async ({ params }) => ({ report: await complaintById(parts.db, params.id) }),
    decide: async ({ params, body }, { caller }) => {
      await decideComplaint(parts, caller, params.id, body)
    },
    block: async ({ params, body }, { caller }) => {
      await blockNow(parts, caller, params.id, body.reason)
    },
  })

export const requestStatusRoutes = (serve: Serve, parts: Dependencies) =>
  serve(requestStatus, {
    get: async ({ params, query }, { caller }) => ({
      status: await statusOf(parts, caller, params.number, query.key),
    }),
  })

export const moderationRoutes = (serve: Serve, parts: Dependencies) =>
  serve(reviewReports, {
    list: ({ query }) => reviewsForStaff(parts.db, query),
    decide: async ({ params, body }, { caller }) => {
      await decideReview(parts, caller, params.id, body)
    },
  })

export const heldRoutes = (serve: Serve, parts: Dependencies) =>
  serve(held, {
    list: () => heldItems(parts.db),
    decide: async ({ params, body }, { caller }) => {
      await decideHeld(parts, caller, params, body)
    },
  })

/** Handler of the call by which staff hide a question. */
export const hidingHandlers = (parts: Dependencies) =>
  ({
    hide: async ({ params, body }, { caller }) => ({
      question: await hideQuestion(parts, caller, params, body.reason),
    }),
  }) satisfies Partial<Handlers<typeof questions>>
