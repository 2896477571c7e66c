import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Id } from '../../kit/fields.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { EditionChange, Since } from '../editions.ts'
import { Image } from '../project.ts'
import { verificationStatuses } from '../verification.ts'
import { Copied, copiedLimit, Evidence, needsReason, similarFrom } from './evidence.ts'

/** The minutes for which a claim reserves a project. */
export const claimMinutes = 30

/** A claim on a project: who has it, and until when nobody else decides on it. */
export const Claim = z.object({ by: z.string(), isMine: z.boolean(), until: z.string() })
schemaNames.add(Claim, { id: 'Claim' })
export type Claim = z.infer<typeof Claim>

const Status = z.enum(verificationStatuses)

/**
 * What changed since the last approval: everything (it was never approved), the files, or only texts, links, pictures
 * and the report.
 */
const changeKinds = ['new', 'files', 'text'] as const

export const Waiting = Evidence.extend({
  _id: z.string(),
  title: z.string(),
  category: z.string(),
  picture: Image.nullable(),
  owner: z.string(),
  ownerId: z.string(),
  /** Whether it is the first project of its owner, and was never approved. */
  isFirstOfOwner: z.boolean(),
  /** The number of the owner's projects in the queue, this one included. */
  ownerWaiting: z.int(),
  kind: z.enum(changeKinds),
  status: Status,
  copiedFrom: Copied.omit({ share: true }).nullable(),
  files: z.int(),
  bytes: z.int(),
  /** In rupees. */
  price: z.number(),
  /** The time since which it can be verified. */
  waitingSince: z.string(),
  claim: Claim.nullable(),
})
schemaNames.add(Waiting, { id: 'WaitingProject' })
export type Waiting = z.infer<typeof Waiting>

/** The parts of the queue, and the test that tells whether a project is in one. */
export const queueParts = {
  all: () => true,
  blocking: ({ blocking }) => blocking > 0,
  copies: ({ copiedShare }) => copiedShare >= copiedLimit,
  clean: (project) =>
    project.check === 'done' &&
    !needsReason(project) &&
    project.warnings === 0 &&
    project.copiedShare < similarFrom,
  failed_run: ({ run }) => run === 'failed',
  text: ({ kind }) => kind === 'text',
  new: ({ isFirstOfOwner }) => isFirstOfOwner,
  mine: ({ claim }) => claim?.isMine === true,
} satisfies Record<string, (project: Waiting) => boolean>
export type QueuePart = keyof typeof queueParts

const queueOrders = ['age', 'risk'] as const

/** The part and the order in which a staff member goes through the queue. */
export const QueueView = z.object({
  part: z.enum(Object.keys(queueParts) as [QueuePart, ...QueuePart[]]).default('all'),
  order: z.enum(queueOrders).default('age'),
})
export type QueueView = z.output<typeof QueueView>

/** A part of the queue, which comes with the longest waiting first, in an order. */
export function inView(queue: readonly Waiting[], { part, order }: QueueView): Waiting[] {
  const shown = queue.filter(queueParts[part])
  return order === 'age' ? shown : shown.sort((one, other) => riskOf(other) - riskOf(one))
}

/**
 * Blocking findings weigh most, then what only its owner calls harmless, copied code, what did not run, a check that
 * failed, warnings, and an owner without a listing.
 */
const riskOf = ({ blocking, explained, copiedShare, check, warnings, isFirstOfOwner, run }: Waiting) =>
  Math.min(blocking, 99) * 1e6 +
  Math.min(explained, 99) * 5e5 +
  Math.round(copiedShare * 100) * 1e4 * (copiedShare >= copiedLimit ? 10 : 1) +
  (run === 'failed' ? 8e3 : 0) +
  (check === 'failed' ? 5e3 : 0) +
  Math.min(warnings, 99) * 10 +
  (isFirstOfOwner ? 1 : 0)

/** The seconds for which a decision can be taken back, and its emails wait. */
export const undoSeconds = 10

/** The owner of a project as staff see them, to judge the project and to contact them. */
export const VerificationOwner = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  joinedAt: z.string(),
  isAgent: z.boolean(),
  /** Whether the account is deleted or deactivated. */
  isDeactivated: z.boolean(),
  /** How often their listings were blocked. */
  blocks: z.int(),
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
schemaNames.add(VerificationOwner, { id: 'VerificationOwner' })
export type VerificationOwner = z.infer<typeof VerificationOwner>

const ofProject = z.object({ id: Id })

/** Maximum projects in one answer of the queue. */
export const maxQueued = 1000

export const verification = {
  queue: endpoint({
    method: 'GET',
    path: '/admin/verification',
    summary: `Every project with files that staff have not decided on, the longest waiting first, at most ${maxQueued}: what was found in it, how much of it is in a listing of another owner, and who looks at it.`,
    access: staff,
    reply: Done.extend({ queue: z.array(Waiting) }),
  }),
  next: endpoint({
    method: 'POST',
    path: '/admin/verification/next',
    summary:
      'Claims the first project of a part of the queue that nobody else looks at: one’s own claims come first, what one has skipped comes last, and what waits for its owner only in the part of blocking findings; null when there is none.',
    access: staff,
    query: QueueView,
    reply: Done.extend({ _id: z.string().nullable() }),
  }),
  project: endpoint({
    method: 'GET',
    path: '/admin/verification/:id',
    summary:
      'Who looks at a project, since when it waits, when it was approved or sent back last, what changed since in texts, links, pictures and prices, and what is known of its owner.',
    access: staff,
    params: ofProject,
    query: QueueView,
    reply: Done.extend({
      claim: Claim.nullable(),
      waitingSince: z.string(),
      /** The place in that part of the queue; null when it is not in it. */
      place: z.object({ at: z.int(), of: z.int() }).nullable(),
      /** Null before staff approved it or sent it back. */
      since: Since.nullable(),
      changes: z.array(EditionChange),
      /** What differs from the edition that staff approved last, once a change was sent back; else as `changes`. */
      fromEdition: z.array(EditionChange),
      owner: VerificationOwner,
    }),
  }),
  claim: endpoint({
    method: 'PUT',
    path: '/admin/verification/:id/claim',
    summary: `Claims a project for ${claimMinutes} minutes, or claims it anew: meanwhile nobody else decides on it. A pending one is under review from then on.`,
    access: staff,
    problems: ['conflict'],
    params: ofProject,
    reply: Done.extend({ claim: Claim }),
  }),
  skip: endpoint({
    method: 'PUT',
    path: '/admin/verification/:id/skip',
    summary: 'Gives one’s own claim back and puts the project off: it comes after all others for the caller.',
    access: staff,
    params: ofProject,
    reply: Done,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/admin/verification/:id/undo',
    summary: `Takes back the caller’s own decision on a project within ${undoSeconds} seconds, while it is the last one: the project is as it was before, and nobody is mailed.`,
    access: staff,
    problems: ['conflict'],
    params: ofProject,
    reply: Done,
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
