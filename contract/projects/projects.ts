import { endpoint, member, staff } from '../endpoint.ts'
import { Done, Id, line } from '../fields.ts'
import { pageWindow, Pagination } from '../paging.ts'
import { z } from '../zod.ts'
import { categories, difficulties, licences } from './categories.ts'
import { NewProject, OwnerEdit, ProjectEdit } from './edits.ts'
import { verificationStatuses } from './verification.ts'

const ofProject = z.object({ id: Id })

/** The actions on a whole listing: archive, restore, duplicate. */
const listingActions = {
  archive: endpoint({
    method: 'PUT',
    path: '/projects/:id/archive',
    summary:
      "Puts the caller's own project away: it leaves every list until it is brought back. Buyers keep what they bought.",
    access: member,
    params: ofProject,
    reply: Done,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/projects/:id/archive',
    summary: 'Brings an archived project back as it was: what was approved is listed again.',
    access: member,
    params: ofProject,
    reply: Done,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/projects/:id/duplicate',
    summary:
      "Makes a new draft with the texts and price of the caller's own project, without its files, images and report.",
    access: member,
    limit: { requests: 20, seconds: 60, protects: 'process' },
    params: ofProject,
    reply: Done.extend({ _id: z.string() }),
  }),
}

export const Image = z.object({
  url: z.string(),
  filePath: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Image = z.infer<typeof Image>

/** A project in a list. Prices in rupees. */
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
  /** The shares of languages in its source in percent, the largest first. */
  languages: z.array(z.object({ name: z.string(), percent: z.int() })),
  /**
   * The top of its file tree with sizes in bytes, a folder's name ending in a slash, when it has no image; otherwise
   * empty.
   */
  fileTree: z.array(z.object({ name: z.string(), depth: z.int(), size: z.int(), isEntry: z.boolean() })),
  rating: z.number(),
  reviews: z.int(),
  salesCount: z.int(),
  downloadCount: z.int(),
  /**
   * For how many of the paying buyers who answered it ran; null before five have answered. `isStamped`: for enough of
   * them to be shown in the stamp.
   */
  runs: z.object({ ran: z.int(), of: z.int(), isStamped: z.boolean() }).nullable(),
  isFeatured: z.boolean(),
  isActive: z.boolean(),
  verificationStatus: z.enum(verificationStatuses),
  hasReport: z.boolean(),
  /** The bytes and lines of its newest release; 0 without one. */
  totalFileSize: z.int(),
  lines: z.int(),
  verifiedAt: z.string().nullable(),
  createdAt: z.string(),
})
export type ProjectCard = z.infer<typeof ProjectCard>

/** A recalled release, which can no longer be downloaded. */
export const Recall = z.object({ release: z.int(), recalledAt: z.string(), reason: z.string() })
export type Recall = z.infer<typeof Recall>

/** A whole project. `fileSize` is a text for people; `totalFileSize` is in bytes. */
export const Project = ProjectCard.extend({
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  demoUrl: z.string().nullable(),
  githubUrl: z.string().nullable(),
  githubRepo: z.string().nullable(),
  cdnBaseUrl: z.string(),
  fileSize: z.string().nullable(),
  verificationNotes: z.string().nullable(),
  /** The time of the last change by its owner or staff. */
  updatedAt: z.string(),
  /** The time when its owner archived it; null when it is not archived. */
  archivedAt: z.string().nullable(),
  reportPrice: z.number().nullable(),
  /** The price of code and report together; null when there is none. */
  bundlePrice: z.number().nullable(),
  reportFileName: z.string().nullable(),
  /** The pages as Word last counted them; null when the file does not say. */
  reportPages: z.int().nullable(),
  /** The headings of the report, only the upper levels (1 is the top) when there are many. */
  reportHeadings: z.array(z.object({ level: z.int(), text: z.string() })),
  hasFiles: z.boolean(),
  fileCount: z.int(),
  releaseNumber: z.int().nullable(),
  releasedAt: z.string().nullable(),
  licence: z.enum(licences),
  /** The LICENSE or COPYING at the top of its files, whichever licence applies; null when there is none. */
  licenceFile: z.string().nullable(),
  /** The name of the licence in that file, such as 'MIT', when it applies and the check of the files recognized it. */
  licenceName: z.string().nullable(),
  allowsCustomization: z.boolean(),
  includesInstallationSupport: z.boolean(),
  downloads: z.int(),
  /** The same for buyers who got it for free, from five answers on; it is never shown in the stamp. */
  freeRuns: z.object({ ran: z.int(), of: z.int() }).nullable(),
  /** The owner; with a public profile there are a picture and the page `/members/{_id}`. */
  projectOwner: z.object({
    _id: z.string(),
    name: z.string(),
    isPublic: z.boolean(),
    profilePicture: z.string().nullable(),
  }),
  recall: Recall.nullable(),
  /** For its owner: whether the present owner's licence has not been accepted for it yet. */
  needsOwnerLicence: z.boolean(),
  /** The actions that this caller may take next. */
  allowed: z.array(
    z.enum(['edit', 'upload', 'delete', 'archive', 'restore', 'duplicate', 'download', 'buy', 'verify']),
  ),
})
export type Project = z.infer<typeof Project>

/**
 * A project in its owner's list, with the files of its newest release: none before the first upload and after a recall.
 * `totalFileSize` is in bytes.
 */
export const OwnProjectCard = ProjectCard.extend({
  hasFiles: z.boolean(),
  fileCount: z.int(),
  /** Whether staff wait until the owner removes or explains what was found in the files. */
  waitsForOwner: z.boolean(),
})
export type OwnProjectCard = z.infer<typeof OwnProjectCard>

/** The bytes of every text of a project at its longest, each character written as two \\u escapes. */
const projectBytes = 544 * 1024
const oneProject = Done.extend({ project: Project })

export const projects = {
  ...listingActions,
  mine: endpoint({
    method: 'GET',
    path: '/projects/me',
    failure: 'Failed to fetch projects',
    summary: "The signed-in owner's projects, newest first; with `archived` those that are put away.",
    access: member,
    query: z.object({
      ...pageWindow,
      archived: z
        .enum(['true', 'false'])
        .default('false')
        .transform((text) => text === 'true'),
    }),
    reply: Done.extend({
      projects: z.array(OwnProjectCard),
      pagination: Pagination,
      /** The ids of those listed here whose last release staff recalled. */
      recalled: z.array(z.string()),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/projects/:id',
    failure: 'Failed to load project',
    summary: 'One published project; its owner and staff see it in any state.',
    access: 'anyone',
    params: ofProject,
    reply: oneProject,
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects',
    failure: 'Failed to save project',
    summary:
      'Creates a project without files. It stays unpublished until files are uploaded and staff approve it. The same idempotency key answers the same project.',
    access: member,
    problems: ['conflict', 'not_found', 'too_many_requests'],
    // The key is chosen by the caller, so that a request whose answer was lost can be sent again.
    body: NewProject.extend({ idempotencyKey: line(100).min(10).optional() }),
    bodyLimit: projectBytes,
    reply: oneProject.extend({ _id: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id',
    failure: 'Failed to save project',
    summary:
      'Owner: edits the project or finalises an upload (hasFiles, fileCount, totalFileSize). Staff: edits and verifies; only a super admin changes the price.',
    access: [...member, ...staff],
    problems: ['conflict', 'incomplete_upload', 'not_allowed'],
    params: ofProject,
    body: ProjectEdit,
    bodyLimit: projectBytes,
    reply: oneProject,
  }),
  ownerUpdate: endpoint({
    method: 'PATCH',
    path: '/projects/:id/owner-update',
    failure: 'Failed to save project',
    summary:
      "Changes the given fields of the caller's own project and says whether it needs verification again.",
    access: member,
    problems: ['conflict'],
    params: ofProject,
    body: OwnerEdit,
    bodyLimit: projectBytes,
    reply: oneProject,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id',
    failure: 'Failed to delete project',
    summary: 'Takes a project off the shop for good. Buyers keep what they bought, and the message says so.',
    access: [...member, ...staff],
    params: ofProject,
    reply: Done,
  }),
  verificationHistory: endpoint({
    method: 'GET',
    path: '/projects/:id/verification-history',
    failure: 'Failed to load project',
    summary: 'Every decision on the project, newest first. For its owner and staff.',
    access: [...member, ...staff],
    params: ofProject,
    reply: Done.extend({
      verificationHistory: z.array(
        z.object({
          status: z.enum(verificationStatuses),
          previousStatus: z.enum(verificationStatuses),
          notes: z.string().nullable(),
          /** The number of the newest release at that time; null before the first upload. */
          release: z.int().nullable(),
          verifiedAt: z.string(),
          verifiedBy: z.string(),
          /** Whether it takes back the decision before it. */
          isUndo: z.boolean(),
          /** For staff only: their own note, and why they approved all the same. */
          staffNote: z.string().optional(),
          override: z.string().optional(),
        }),
      ),
    }),
  }),
}
