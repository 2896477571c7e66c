import { PoorSearch } from '../catalogue/synonyms.ts'
import { contactStatuses } from '../content/contacts.ts'
import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, numeric, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { verificationStatuses } from '../projects/verification.ts'

/** The result of the last completed check of the ledger. */
const LedgerState = z.object({
  /** An ISO date; null when no check was ever completed. */
  checkedAt: z.string().nullable(),
  faults: z.int(),
  /** Whether no check was completed for three hours, or the newest failed: `failure` says why. */
  isOverdue: z.boolean(),
  failure: z.string().nullable(),
})

/** The state of the installation. Sizes in bytes; null where unknown. */
export const SystemInfo = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  databaseVersion: z.string(),
  mode: z.enum(['demo', 'live']),
  /** When this process began, as an ISO date. */
  startedAt: z.string(),
  uptimeSeconds: z.int(),
  memoryBytes: z.int(),
  databaseBytes: z.int(),
  storage: z.object({ kind: z.enum(['disk', 's3']), sourceBytes: z.int() }),
  jobs: z.object({ waiting: z.int().nullable(), active: z.int().nullable(), givenUpLastWeek: z.int() }),
  mail: z.object({
    goesTo: z.enum(['smtp', 'terminal']),
    waiting: z.int().nullable(),
    sentLastDay: z.int(),
    blockedAddresses: z.int(),
  }),
  ledger: LedgerState.nullable(),
  /**
   * The newest finished backup; null when there was none. `missing` counts files that were missing or damaged in the
   * store.
   */
  lastBackup: z
    .object({
      madeAt: z.string(),
      folder: z.string(),
      rows: z.int(),
      files: z.int(),
      bytes: z.int(),
      missing: z.int(),
    })
    .nullable(),
})
schemaNames.add(SystemInfo, { id: 'SystemInfo' })
export type SystemInfo = z.infer<typeof SystemInfo>

export const system = {
  info: endpoint({
    method: 'GET',
    path: '/admin/system-info',
    summary: 'Versions, sizes, jobs and mail of this installation, as the process that answers knows them.',
    access: staff,
    reply: Done.extend({ systemInfo: SystemInfo }),
  }),
}

const Count = z.int()
/** A time, as an ISO date. */
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

/**
 * The figures of the dashboard (specification section 3). Months are those of India; growth is in percent of the month
 * before.
 */
const Stats = z.object({
  overview: z.object({
    totalProjects: Count,
    /** Switched on by their owners (`isActive`), approved or not. */
    activeProjects: Count,
    /** Visible to the public: switched on, approved, of an active owner. */
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
  /** Sorted by count, the largest first. */
  categories: z.array(z.object({ _id: z.string(), count: Count })),
  recentActivity: z.object({ projects: z.array(RecentProject), contacts: z.array(RecentContact) }),
})
schemaNames.add(Stats, { id: 'DashboardStats' })
export type DashboardStats = z.infer<typeof Stats>

/** The number of things that wait, and since when the oldest does; null without any. */
const Waiting = z.object({ count: Count, oldest: At.nullable() })

/** The tasks that wait for staff now. */
export const ToDo = z.object({
  /** What the law asks to be shown of who runs the shop and is still empty, in live mode. */
  missingIdentity: z.array(z.string()),
  /** Since when members are to be reminded of the rules; null while it is not due. */
  reminderDueSince: At.nullable(),
  /** Projects to verify, and the one that has waited longest. */
  projects: Count,
  oldestProject: z.object({ _id: z.string(), title: z.string(), waitingSince: At }).nullable(),
  refunds: Waiting,
  /**
   * The refunds of recalled releases that wait for a second member of staff, their sum in rupees, and the project whose
   * refunds have waited longest.
   */
  recallRefunds: z.object({
    count: Count,
    amount: z.number(),
    oldest: z.object({ _id: z.string(), title: z.string(), since: At }).nullable(),
  }),
  payouts: Waiting,
  /** Payments whose money came or went otherwise than it was asked for. */
  heldPayments: Waiting,
  /** Disputes that the bank has not ended. */
  disputes: Waiting,
  /** Help requests that wait for staff, and the answers that are late, of owners and of staff. */
  help: Waiting.extend({ late: Count }),
  /** Unread messages. */
  messages: Waiting,
  /**
   * Complaints that wait for a decision, those later than the law allows, and when the next one is due; and of what they
   * are about, the reviews and the questions.
   */
  complaints: Waiting.extend({ late: Count, nextDue: At.nullable(), reviews: Count, questions: Count }),
  /** Texts and samples of members that nobody else reads before staff have. */
  held: Waiting,
  /** Run records of what is on sale that staff have not looked at. Absent of an older server. */
  runs: Waiting.optional(),
  /** Jobs that failed in the last seven days. */
  failedJobs: Count,
  /** The result of the last check of the ledger; null before the first one. */
  ledger: LedgerState.nullable(),
  /**
   * What waits for an account at a payment service that cannot be reached any more, by the key of the account ('' where
   * it was not stored).
   */
  stranded: z.array(
    z.object({ gateway: z.string(), key: z.string(), payments: Count, refunds: Count, disputes: Count }),
  ),
  /**
   * The payments of the last 30 days, and how much of them the payment service confirmed when asked; null without
   * payments.
   */
  reconciled: z
    .object({
      /** The confirmed share of the payments, 0 to 1. */
      share: z.number(),
      /** In rupees. */
      paid: z.number(),
      /** Unconfirmed payments, and the age of the oldest of them in seconds. */
      open: Count,
      oldestSeconds: z.number().nullable(),
      /** Seconds from payment to confirmation: the median, and the slowest. */
      medianSeconds: z.number().nullable(),
      slowestSeconds: z.number().nullable(),
    })
    .nullable(),
})
schemaNames.add(ToDo, { id: 'ToDo' })
export type ToDo = z.infer<typeof ToDo>

const foundKinds = ['project', 'member', 'order', 'contact', 'complaint', 'help'] as const
/** A search result for staff; a help request has the id of its order. */
const Found = z.object({
  kind: z.enum(foundKinds),
  _id: z.string(),
  label: z.string(),
  /** Distinguishes the result from others of the same name. */
  detail: z.string(),
})
export type Found = z.infer<typeof Found>

export const dashboard = {
  stats: endpoint({
    method: 'GET',
    path: '/admin/dashboard/stats',
    failure: 'Failed to load dashboard data',
    summary: 'The figures of the dashboard, as they are now.',
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
      'Projects, members, orders and messages that a word names, up to five of each: titles, names and emails by a part, orders, complaints, messages, refund requests and help requests by their number.',
    access: staff,
    limit: { requests: 120, seconds: 60, protects: 'process' },
    query: z.object({ q: text(limits.staffSearch).trim().default('') }),
    reply: Done.extend({ found: z.array(Found) }),
  }),
}

/** The periods in days (specification section 9). */
export const analyticsPeriods = [7, 30, 90] as const
const Day = z.object({
  /** YYYY-MM-DD, in India. */
  day: z.string(),
  /**
   * Visits. A visitor who was away for half an hour, or comes for the first time on this day, makes a new one. Never
   * fewer than views and purchases prove.
   */
  visits: Count,
  searches: Count,
  /** Searches without results. */
  emptySearches: Count,
  views: Count,
  cartAdditions: Count,
  purchases: Count,
  /** In rupees, of the purchases of the day, whether or not they were refunded later. */
  revenue: z.number(),
  refunds: Count,
})
const Share = z.object({ name: z.string(), views: Count, purchases: Count, revenue: z.number() })

export const Analytics = z.object({
  /** Technologies of the projects that were created in the period, the most used first. */
  technologyStats: z.array(z.object({ _id: z.string(), count: Count })),
  /** Every day of the period, oldest first. */
  days: z.array(Day),
  categories: z.array(Share),
  technologies: z.array(Share),
  owners: z.array(Share),
  /** The searches that found nothing, or nothing nearer than `near`, the most frequent first. */
  poorSearches: z.array(PoorSearch),
})
schemaNames.add(Analytics, { id: 'Analytics' })
export type Analytics = z.infer<typeof Analytics>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    summary:
      'What happened in the last 7, 30 or 90 days of India, today included. Visits, searches and additions to carts are counted without cookies and written within seconds.',
    access: staff,
    query: z.object({ period: numeric.pipe(z.literal(analyticsPeriods).default(30)) }),
    reply: Done.extend({ analytics: Analytics }),
  }),
  countCart: endpoint({
    method: 'POST',
    path: '/cart/additions',
    summary: 'Counts that somebody put something in a cart; carts themselves stay in the browser.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 120, seconds: 60, protects: 'process' },
    reply: Done,
  }),
}
