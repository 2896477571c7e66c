import { z } from 'zod'

import { endpoint, member, staff } from './endpoint.ts'
import { limits } from './limits.ts'
import { Rupees } from './money.ts'
import { verificationStatuses } from './verification.ts'
import { Done, Id, line, prose, WebLink, words } from './words.ts'

/** The categories that the public pages lead to, in their order there. */
export const publicCategories = [
  'Web Development',
  'Mobile Development',
  'AI/ML',
  'Database',
  'SaaS',
  'E-commerce',
] as const
/** Every category a project may be listed in. */
export const categories = [...publicCategories, 'Desktop App', 'Game Development', 'Security Tools'] as const
export const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const
export const sorts = ['featured', 'newest', 'price-low', 'price-high', 'rating'] as const
export type Sort = (typeof sorts)[number]

export const Image = z.object({
  url: z.string(),
  filePath: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Image = z.infer<typeof Image>

/** What a list shows of a project. Prices in rupees. */
export const ProjectCard = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  price: z.number(),
  technologies: z.array(z.string()),
  tags: z.array(z.string()),
  difficulty: z.enum(difficulties),
  images: z.array(Image),
  rating: z.number(),
  reviews: z.int(),
  salesCount: z.int(),
  downloadCount: z.int(),
  isFeatured: z.boolean(),
  isActive: z.boolean(),
  verificationStatus: z.enum(verificationStatuses),
  hasReport: z.boolean(),
  createdAt: z.string(),
})
export type ProjectCard = z.infer<typeof ProjectCard>

/** A whole project. `fileSize` is a text for people; `totalFileSize` counts bytes. */
export const Project = ProjectCard.extend({
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  demoUrl: z.string().nullable(),
  githubUrl: z.string().nullable(),
  githubRepo: z.string().nullable(),
  cdnBaseUrl: z.string(),
  fileSize: z.string().nullable(),
  verificationNotes: z.string().nullable(),
  verifiedAt: z.string().nullable(),
  reportPrice: z.number().nullable(),
  reportFileName: z.string().nullable(),
  hasFiles: z.boolean(),
  fileCount: z.int(),
  totalFileSize: z.int(),
  releaseNumber: z.int().nullable(),
  releasedAt: z.string().nullable(),
  allowsCustomization: z.boolean(),
  includesInstallationSupport: z.boolean(),
  downloads: z.int(),
  projectOwner: z.object({ _id: z.string(), name: z.string() }),
  /** What this caller may do next with the project. */
  allowed: z.array(z.enum(['edit', 'upload', 'delete', 'download', 'buy', 'verify'])),
})
export type Project = z.infer<typeof Project>

export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() })

const fillIn = 'Please fill in all required fields'
const Title = z.string({ error: fillIn }).pipe(line(120)).pipe(z.string().min(1, fillIn))
const Description = z.string({ error: fillIn }).pipe(prose(20_000)).pipe(z.string().min(1, fillIn))
const Category = z.enum(categories, {
  error: ({ input }) =>
    typeof input === 'string' && input.trim() ? 'Choose a category from the list' : fillIn,
})
const Difficulty = z
  .string()
  .transform((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase())
  .pipe(z.enum(difficulties, { error: 'Choose a difficulty from the list' }))
const Price = z
  .any()
  .refine((value) => value !== undefined && value !== null && value !== '', { error: fillIn, abort: true })
  .pipe(Rupees)

const details = {
  technologies: words(20, 40),
  features: words(40, 200),
  requirements: words(40, 200),
  tags: words(20, 40),
  difficulty: Difficulty,
  demoUrl: WebLink,
  githubUrl: WebLink,
  allowsCustomization: z.boolean(),
  includesInstallationSupport: z.boolean(),
}

const edits = {
  title: Title,
  description: Description,
  category: Category,
  price: Price,
  ...details,
  isActive: z.boolean(),
}

/** A text or number of an address; an empty one counts as absent, as a form sends what is not filled in. */
const word = (longest: number) =>
  line(longest)
    .transform((text) => text || undefined)
    .optional()
const number = z
  .union([z.string(), z.number()])
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : Number(value)))
const rupees = number.pipe(
  z.number({ error: 'Enter a price in rupees' }).min(0, 'Price cannot be negative').optional(),
)

const ListQuery = z.object({
  search: word(200),
  category: word(60),
  technology: word(40),
  /** In any case. */
  difficulty: word(20),
  minPrice: rupees,
  maxPrice: rupees,
  sort: z
    .enum([...sorts, ''])
    .default('')
    .transform((sort) => sort || 'featured'),
  page: number.pipe(z.int().min(1).max(100_000).default(1)),
  limit: number.pipe(z.int().min(1).max(limits.maxPageSize).default(limits.pageSize)),
  /** Staff only: the verification status to list. */
  status: z
    .enum([...verificationStatuses, ''])
    .transform((status) => status || undefined)
    .optional(),
})
export type ListQuery = z.output<typeof ListQuery>

const ofProject = z.object({ id: Id })
const oneProject = Done.extend({ project: Project })
const list = Done.extend({ projects: z.array(ProjectCard), pagination: Pagination })

export const projects = {
  list: endpoint({
    method: 'GET',
    path: '/projects',
    summary: 'Published projects. Staff see every project and may filter by status.',
    access: 'anyone',
    query: ListQuery,
    reply: list,
  }),
  featured: endpoint({
    method: 'GET',
    path: '/projects/featured',
    summary: 'The projects for the home page, best first, one more than it shows when there are more.',
    access: 'anyone',
    reply: Done.extend({ projects: z.array(ProjectCard) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/projects/me',
    summary: "The signed-in owner's projects, newest first.",
    access: member,
    query: ListQuery.pick({ page: true, limit: true }),
    reply: list,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/projects/categories',
    summary: 'The categories with the number of published projects in each.',
    access: 'anyone',
    reply: Done.extend({
      categories: z.array(z.object({ name: z.string(), count: z.int(), minPrice: z.number().nullable() })),
    }),
  }),
  technologies: endpoint({
    method: 'GET',
    path: '/projects/technologies',
    summary: 'The technologies of the published projects, most used first.',
    access: 'anyone',
    reply: Done.extend({ technologies: z.array(z.object({ name: z.string(), count: z.int() })) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/projects/:id',
    summary: 'One published project; its owner and staff see it in any state.',
    access: 'anyone',
    params: ofProject,
    reply: oneProject,
  }),
  related: endpoint({
    method: 'GET',
    path: '/projects/:id/related',
    summary: 'Up to 3 published projects of the same category.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend({ projects: z.array(ProjectCard) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects',
    summary:
      'Creates a project without files. It stays unpublished until files are uploaded and staff approve it.',
    access: member,
    body: z.object({
      title: Title,
      description: Description,
      category: Category,
      price: Price,
      technologies: details.technologies.default([]),
      features: details.features.default([]),
      requirements: details.requirements.default([]),
      tags: details.tags.default([]),
      difficulty: Difficulty.default('Beginner'),
      demoUrl: WebLink.default(null),
      githubUrl: WebLink.default(null),
      allowsCustomization: z.boolean().default(true),
      includesInstallationSupport: z.boolean().default(true),
    }),
    reply: oneProject.extend({ _id: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id',
    summary:
      'Owner: edits the project or finalises an upload (hasFiles, fileCount, totalFileSize). Staff: edits and verifies.',
    access: [...member, ...staff],
    params: ofProject,
    body: z
      .object({
        ...edits,
        hasFiles: z.literal(true),
        fileCount: z.int().min(0),
        totalFileSize: z.int().min(0),
        isFeatured: z.boolean(),
        verificationStatus: z.enum(verificationStatuses),
        verificationNotes: prose(2000),
      })
      .partial(),
    reply: oneProject,
  }),
  ownerUpdate: endpoint({
    method: 'PATCH',
    path: '/projects/:id/owner-update',
    summary:
      "Changes the given fields of the caller's own project and says whether it needs verification again.",
    access: member,
    params: ofProject,
    body: z
      .object({
        title: Title,
        description: Description,
        demoUrl: WebLink,
        technologies: details.technologies,
        tags: details.tags,
        isActive: z.boolean(),
        price: Price,
        difficulty: Difficulty,
        category: Category,
      })
      .partial(),
    reply: oneProject,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Takes a project off the shop for good. Buyers keep what they bought.',
    access: [...member, ...staff],
    params: ofProject,
    reply: Done,
  }),
  verificationHistory: endpoint({
    method: 'GET',
    path: '/projects/:id/verification-history',
    summary: 'Every decision on the project, newest first. For its owner and staff.',
    access: [...member, ...staff],
    params: ofProject,
    reply: Done.extend({
      verificationHistory: z.array(
        z.object({
          status: z.enum(verificationStatuses),
          previousStatus: z.enum(verificationStatuses),
          notes: z.string().nullable(),
          verifiedAt: z.string(),
          verifiedBy: z.string(),
        }),
      ),
    }),
  }),
}
