import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Email, Id, line, list, text } from '../../kit/fields.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { NewProject, projectBytes } from '../edits.ts'
import { Project } from '../project.ts'

const selectFirst = 'Please select projects first'
/** The most projects of one bulk action. */
const bulkMax = 200

/** The most featured projects that are ordered by hand; others follow by their sales. */
export const featuredMax = 100

/**
 * A featured project in its order. `isListed`: the public sees it; another one keeps its place until it is listed
 * again.
 */
export const FeaturedProject = z.object({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  salesCount: z.int(),
  isListed: z.boolean(),
  isPlaced: z.boolean(),
})
schemaNames.add(FeaturedProject, { id: 'FeaturedProject' })
export type FeaturedProject = z.infer<typeof FeaturedProject>

const order = list(Id, featuredMax, {
  missing: 'Put the featured projects in order first',
  tooMany: `Put at most ${featuredMax} projects in order`,
})

/** The result of a bulk action for one project; `message` says why nothing was done. */
const BulkResult = z.object({ _id: z.string(), success: z.boolean(), message: z.string().optional() })
schemaNames.add(BulkResult, { id: 'BulkResult' })

export const staffProjects = {
  bulkUpdate: endpoint({
    method: 'PUT',
    path: '/admin/projects/bulk-update',
    failure: 'Failed to perform bulk action',
    summary:
      'Switches projects on or off, or takes them off the shop. What staff decided about them stays as it is. Each project is done or not by itself.',
    access: staff,
    problems: ['conflict', 'not_found'],
    body: z.object({
      projectIds: list(text(100), bulkMax, {
        missing: selectFirst,
        tooMany: `Select at most ${bulkMax} projects`,
      }).refine((ids) => ids.length > 0, selectFirst),
      action: z.enum(['activate', 'deactivate', 'delete'], 'Choose to activate, deactivate or delete'),
      /** Ignored: the action needs no data. */
      data: z.object({}).nullish(),
    }),
    bodyLimit: 256 * 1024,
    reply: Done.extend({
      results: z.array(BulkResult),
      /** The number of changed projects, and the ids that no project has. */
      updated: z.int(),
      unknown: z.array(z.string()),
    }),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/admin/featured',
    summary: `The first ${featuredMax} featured projects in their order: as put by hand, then by sales.`,
    access: staff,
    reply: Done.extend({ featured: z.array(FeaturedProject) }),
  }),
  orderFeatured: endpoint({
    method: 'PUT',
    path: '/admin/featured',
    summary:
      'Puts featured projects in an order, which home and the list follow. Those that are not named follow by their sales; none named: all do. Refused when the order is not `basedOn` any more.',
    access: staff,
    problems: ['conflict'],
    body: z.object({ order, basedOn: order }),
    bodyLimit: 128 * 1024,
    reply: Done.extend({ featured: z.array(FeaturedProject) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/projects',
    failure: 'Failed to save project',
    summary:
      'Creates a project for a member, who is mailed, uploads its files and earns what it sells. The same idempotency key answers the same project.',
    access: staff,
    problems: ['conflict', 'not_found'],
    body: NewProject.extend({
      ownerEmail: Email,
      isActive: z.boolean().default(true),
      isFeatured: z.boolean().default(false),
      idempotencyKey: line(100).min(10).optional(),
    }),
    bodyLimit: projectBytes,
    reply: Done.extend({ _id: z.string(), project: Project }),
  }),
}
