import { z } from 'zod'

import { endpoint, staff } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { Done, text } from '../kit/words.ts'
import { verificationStatuses } from '../projects/verification.ts'
import { contactStatuses } from './contacts.ts'
import { LedgerState } from './system-info.ts'

const Count = z.int()
/** When it happened, as an ISO date. */
const At = z.string()

const RecentProject = z.object({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  price: z.number(),
  isActive: z.boolean(),
  verificationStatus: z.enum(verificationStatuses),
  isRecalled: z.boolean(),
  createdAt: At,
})

const RecentContact = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  status: z.enum(contactStatuses),
  createdAt: At,
})

/** The figures of the dashboard (specification section 3). Months are those of India; growth is in percent of the month before. */
const Stats = z.object({
  overview: z.object({
    totalProjects: Count,
    /** Their owners have them switched on (`isActive`), approved or not. */
    activeProjects: Count,
    /** The public sees them: switched on, approved, of an active owner. */
    listedProjects: Count,
    totalContacts: Count,
    unreadContacts: Count,
    totalAdmins: Count,
  }),
  /** In rupees: what buyers paid and did not get back, and the mean price of a project. */
  pricing: z.object({ totalRevenue: z.number(), avgPrice: z.number() }),
  growth: z.object({
    /** Projects that were approved for the first time in the month. */
    projectsThisMonth: Count,
    projectsLastMonth: Count,
    projectGrowth: z.number(),
    contactsThisMonth: Count,
    contactsLastMonth: Count,
    contactGrowth: z.number(),
  }),
  /** The largest first. */
  categories: z.array(z.object({ _id: z.string(), count: Count })),
  recentActivity: z.object({ projects: z.array(RecentProject), contacts: z.array(RecentContact) }),
})
export type DashboardStats = z.infer<typeof Stats>

/** What waits for staff now. */
const ToDo = z.object({
  /** Projects to verify, and the one that waits longest. */
  projects: Count,
  oldestProject: z.object({ _id: z.string(), title: z.string(), waitingSince: At }).nullable(),
  refunds: Count,
  payouts: Count,
  /** Disputes that the bank has not ended. */
  disputes: Count,
  /** Messages that nobody has read, and since when the oldest waits. */
  messages: z.object({ count: Count, oldest: At.nullable() }),
  /** Reports that wait for a decision, those later than the law allows, and when the next one is due. */
  reports: z.object({ count: Count, late: Count, nextDue: At.nullable() }),
  /** Jobs given up in the last seven days. */
  failedJobs: Count,
  /** What the last check of the ledger found; null in a new shop before the first one. */
  ledger: LedgerState.nullable(),
  /** What waits for an account at a payment service that cannot be asked any more, by its key ('' where that was not kept). */
  stranded: z.array(
    z.object({ gateway: z.string(), key: z.string(), payments: Count, refunds: Count, disputes: Count }),
  ),
  /** What buyers paid in the last 30 days, and how much of it the payment service confirmed when asked; null when nothing was paid. */
  reconciled: z
    .object({
      /** Of what was paid, 0 to 1. */
      share: z.number(),
      /** In rupees. */
      paid: z.number(),
      /** Payments that wait to be confirmed, and for how many seconds the oldest of them has. */
      open: Count,
      oldestSeconds: z.number().nullable(),
      /** Seconds from being paid to being confirmed: of half of them at most, and of the slowest. */
      medianSeconds: z.number().nullable(),
      slowestSeconds: z.number().nullable(),
    })
    .nullable(),
})
export type ToDo = z.infer<typeof ToDo>

const foundKinds = ['project', 'member', 'order', 'contact'] as const
/** Something that staff look for by a word of it. */
const Found = z.object({
  kind: z.enum(foundKinds),
  _id: z.string(),
  label: z.string(),
  /** What tells it from others of the same name. */
  detail: z.string(),
})
export type Found = z.infer<typeof Found>

export const dashboard = {
  stats: endpoint({
    method: 'GET',
    path: '/admin/dashboard/stats',
    failure: 'Failed to load dashboard data',
    summary:
      'The figures of the dashboard. With more than 50,000 projects sums may be 20 seconds old; otherwise they are of now.',
    access: staff,
    reply: Done.extend({ stats: Stats }),
  }),
  toDo: endpoint({
    method: 'GET',
    path: '/admin/dashboard/to-do',
    summary: 'What waits for staff now.',
    access: staff,
    reply: Done.extend({ toDo: ToDo }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/admin/search',
    summary:
      'Projects, members, orders and messages that a word names, up to five of each: titles, names and emails by a part, an order by its number.',
    access: staff,
    limit: { requests: 120, seconds: 60 },
    query: z.object({ q: text(limits.staffSearch).trim().default('') }),
    reply: Done.extend({ found: z.array(Found) }),
  }),
}
