import { endpoint } from '../kit/endpoint.ts'
import { Done, Id, line, numeric, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { needs } from './needs.ts'
import { ProjectCard } from './project.ts'
import { sorts } from './sorts.ts'
import { verificationStatuses } from './verification.ts'

/** The columns by which staff can order their list. */
const staffOrders = ['title', 'category', 'price', 'status', 'created'] as const
export type StaffOrder = (typeof staffOrders)[number]

/** A text in a query; an empty one counts as absent, because forms send empty fields. */
const word = (max: number) =>
  line(max)
    .transform((text) => text || undefined)
    .optional()
const rupees = numeric.pipe(
  z.number({ error: 'Enter a price in rupees' }).min(0, 'Price cannot be negative').optional(),
)

export const ListQuery = z.object({
  search: word(limits.search),
  category: word(60),
  technology: word(40),
  /** Upper and lower case are equal. */
  difficulty: word(20),
  minPrice: rupees,
  maxPrice: rupees,
  /** Only projects that need this before they run. */
  needs: z
    .enum([...needs, ''])
    .transform((need) => need || undefined)
    .optional(),
  /** Only projects with a report. */
  report: z
    .enum(['yes', ''])
    .transform((report) => report || undefined)
    .optional(),
  /** Only projects that we ran. */
  ran: z
    .enum(['yes', ''])
    .transform((ran) => ran || undefined)
    .optional(),
  sort: z
    .enum([...sorts, ''])
    .default('')
    .transform((sort) => sort || 'featured'),
  ...pageWindow,
  /** Staff only: the verification status to list. */
  status: z
    .enum([...verificationStatuses, ''])
    .transform((status) => status || undefined)
    .optional(),
  /** Staff only: the pending projects that staff can decide on, or those whose owner has to settle findings first. */
  waitsFor: z
    .enum(['staff', 'owner', ''])
    .transform((who) => who || undefined)
    .optional(),
  /** Staff only: the column to order by instead of `sort`, and the direction. */
  orderBy: z
    .enum([...staffOrders, ''])
    .transform((column) => column || undefined)
    .optional(),
  order: z
    .enum(['asc', 'desc', ''])
    .transform((way) => way || undefined)
    .optional(),
})
export type ListQuery = z.output<typeof ListQuery>

/** The sources that visitors of a project came from. */
const viewSources = [
  'Project list',
  'Search here',
  'Home',
  'Another project',
  'Owner’s profile',
  'Other pages here',
  'Google',
  'Bing',
  'DuckDuckGo',
  'WhatsApp',
  'Instagram',
  'Facebook',
  'YouTube',
  'LinkedIn',
  'Telegram',
  'X',
  'GitHub',
  'Other sites',
  'Direct or unknown',
] as const
export type ViewSource = (typeof viewSources)[number]

/**
 * The number of projects in the list with this value and the other filters applied; null when a search, or a filter by
 * what projects need, has too many matches to count.
 */
const counted = z.int().nullable()
const Facet = z.object({ name: z.string(), count: counted })
/**
 * The values to filter by. Technologies are the most used ones, at most `limits.facetTechnologies`. Price limits in
 * rupees.
 */
export const Facets = z.object({
  categories: z.array(Facet),
  technologies: z.array(Facet),
  /** What projects need; a project may count for two. */
  needs: z.array(Facet.extend({ name: z.enum(needs) })),
  difficulties: z.array(Facet),
  prices: z.array(z.object({ min: z.number().optional(), max: z.number().optional(), count: counted })),
})
schemaNames.add(Facets, { id: 'Facets' })
export type Facets = z.infer<typeof Facets>

/** The search that was used instead of one with typing errors. */
export const correctedSearch = z.string().optional()

/**
 * How near the projects of a search are to it: `all` have all its words (then come those that lack some, where they do
 * not fill a page), `some` have at least half of them, `near` have little of it, and `popular` nothing: these are the most
 * popular ones instead, and the total is 0.
 */
const matches = ['all', 'some', 'near', 'popular'] as const
export type Match = (typeof matches)[number]

/** The list of projects, for visitors and for staff, and what its page and those of projects ask beside it. */
export const projectList = {
  list: endpoint({
    method: 'GET',
    path: '/projects',
    failure: 'Failed to fetch projects',
    summary:
      'Published projects, with counts for the other filters. Staff see every project, without counts, and may filter by status.',
    access: 'anyone',
    query: ListQuery,
    reply: Done.extend({
      projects: z.array(ProjectCard),
      pagination: Pagination,
      facets: Facets.optional(),
      /** Whether some project was seen running, so that `ran` finds something. Not for staff. */
      hasRun: z.boolean().optional(),
      /** Only for a search. */
      match: z.enum(matches).optional(),
      /** The words of the search that none of the listed projects has. */
      ignoredWords: z.array(z.string()).optional(),
      /**
       * Only when a search found nothing: up to three words that would find something and are near to what was typed,
       * the nearest first.
       */
      nearWords: z.array(z.string()).optional(),
      correctedSearch,
      /** Staff only: the ids of those listed here whose owner has to remove or explain findings before staff decide. */
      waitingForOwner: z.array(z.string()).optional(),
      /** Staff only: the ids of those listed here whose last release staff recalled. */
      recalled: z.array(z.string()).optional(),
      /** Staff only: the ids of the listed projects that their owners have archived. */
      archived: z.array(z.string()).optional(),
    }),
  }),
  related: endpoint({
    method: 'GET',
    path: '/projects/:id/related',
    summary: 'Up to 3 published projects of the same category.',
    access: 'anyone',
    params: z.object({ id: Id }),
    reply: Done.extend({ projects: z.array(ProjectCard) }),
  }),
  countView: endpoint({
    method: 'POST',
    path: '/projects/:id/views',
    summary:
      'Counts a view of a project’s page: once for a client until half an hour without one, of a published project only; those of crawlers are none.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 300, seconds: 60, protects: 'process' },
    params: z.object({ id: Id }),
    /** `from`: the previous address, a path for this site; empty when unknown. */
    body: z.object({ from: text(2000) }),
    reply: Done,
  }),
}
