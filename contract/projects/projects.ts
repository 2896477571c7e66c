import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, line } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { z } from '../kit/zod.ts'
import { EditionChange, Since } from './editions.ts'
import { BasedOn, NewProject, OwnerEdit, ProjectEdit, projectBytes } from './edits.ts'
import { projectList } from './list.ts'
import { OwnProjectCard, Project } from './project.ts'
import { verificationStatuses } from './verification.ts'

const ofProject = z.object({ id: Id })

/** The actions on a whole project: archive, restore, duplicate. */
const projectActions = {
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

const oneProject = Done.extend({ project: Project })

export const projects = {
  ...projectList,
  ...projectActions,
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
      'Owner: edits the project, finalises an upload (hasFiles, fileCount, totalFileSize), or sends one that needs changes back for checking (verificationStatus: pending). Staff: edits and verifies; only a super admin changes the price.',
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
  changes: endpoint({
    method: 'GET',
    path: '/projects/:id/changes',
    failure: 'Failed to load project',
    summary:
      'What differs from what staff approved last, and, once staff have sent a change back, what differs since then. For its owner and staff.',
    access: [...member, ...staff],
    params: ofProject,
    reply: Done.extend({
      changes: z.array(EditionChange),
      /** Null while no change was sent back. */
      sentBack: z.object({ since: Since, changes: z.array(EditionChange) }).nullable(),
    }),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/projects/:id/changes',
    failure: 'Failed to save project',
    summary:
      "Takes the caller's own change back that waits or was sent back: the project is as staff approved it last. Refused when that is not on sale any more, and when the project has changed since `basedOn`.",
    access: member,
    problems: ['conflict'],
    params: ofProject,
    query: z.object({ basedOn: BasedOn }).partial(),
    reply: oneProject,
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
          /** The names of the rules that were switched off when the approved files were checked. */
          rulesOff: z.array(z.string()).optional(),
        }),
      ),
    }),
  }),
}
