import { endpoint, staff } from '../../endpoint.ts'
import { Done, Id } from '../../fields.ts'
import { pageWindow, Pagination } from '../../paging.ts'
import { z } from '../../zod.ts'
import { verificationStatuses } from '../verification.ts'

/** The minutes for which a claim reserves a project. */
export const claimMinutes = 30

/** A claim on a project: who has it, and until when nobody else decides on it. */
export const Claim = z.object({ by: z.string(), isMine: z.boolean(), until: z.string() })
export type Claim = z.infer<typeof Claim>

const Status = z.enum(verificationStatuses)

export const Waiting = z.object({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  owner: z.string(),
  status: Status,
  /** The time since which it can be verified. */
  waitingSince: z.string(),
  /** Whether it was approved before, so that there is a release to compare with. */
  isUpdate: z.boolean(),
  claim: Claim.nullable(),
})
export type Waiting = z.infer<typeof Waiting>

/** The owner of a project as staff see them, to judge the project and to contact them. */
export const DeskOwner = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  joinedAt: z.string(),
  isAgent: z.boolean(),
  /** Whether the account is deleted or deactivated. */
  isDeactivated: z.boolean(),
  projects: z.array(z.object({ status: Status, count: z.int() })),
  sales: z.int(),
  /** The newest decisions on their projects. */
  decisions: z.array(
    z.object({
      projectId: z.string(),
      title: z.string(),
      /** The number of the newest release at that time; null before the first upload. */
      release: z.int().nullable(),
      status: Status,
      at: z.string(),
    }),
  ),
})
export type DeskOwner = z.infer<typeof DeskOwner>

/** A part of a project that is not as it was approved last. A part of one text has one line before and after, or none. */
export const EditionChange = z.object({
  what: z.enum([
    'title',
    'description',
    'category',
    'features',
    'requirements',
    'demo',
    'github',
    'pictures',
    'price',
    'report price',
    'bundle price',
  ]),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type EditionChange = z.infer<typeof EditionChange>

const ofProject = z.object({ id: Id })

export const desk = {
  queue: endpoint({
    method: 'GET',
    path: '/admin/verification',
    summary:
      'What staff can decide on, the longest waiting first, and who looks at it. Without projects that have no files or wait for their owner.',
    access: staff,
    query: z.object(pageWindow),
    reply: Done.extend({ projects: z.array(Waiting), pagination: Pagination }),
  }),
  next: endpoint({
    method: 'POST',
    path: '/admin/verification/next',
    summary:
      'Claims the longest waiting project that nobody else looks at, of one’s own claims the oldest first; null when there is none.',
    access: staff,
    reply: Done.extend({ _id: z.string().nullable() }),
  }),
  project: endpoint({
    method: 'GET',
    path: '/admin/verification/:id',
    summary:
      'Who looks at a project, since when it waits, the release approved last, what changed since in texts, links, pictures and prices, and what is known of its owner.',
    access: staff,
    params: ofProject,
    reply: Done.extend({
      claim: Claim.nullable(),
      waitingSince: z.string(),
      approvedRelease: z.int().nullable(),
      /** The time of the last approval; null when there was none, or it was not stored. */
      approvedAt: z.string().nullable(),
      changes: z.array(EditionChange),
      owner: DeskOwner,
    }),
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/admin/verification/:id/claim',
    summary: `Claims a project for ${claimMinutes} minutes, or claims it anew: meanwhile nobody else decides on it.`,
    access: staff,
    problems: ['conflict'],
    params: ofProject,
    reply: Done.extend({ claim: Claim }),
  }),
  unclaim: endpoint({
    method: 'DELETE',
    path: '/admin/verification/:id/claim',
    summary: 'Gives one’s own claim back; another’s stays.',
    access: staff,
    params: ofProject,
    reply: Done,
  }),
}
