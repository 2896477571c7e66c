import { endpoint, staff } from '../endpoint.ts'
import { Done, Id, line, numeric, prose } from '../fields.ts'
import { Recall } from '../projects/projects.ts'
import { z } from '../zod.ts'

/** An approved release with its number of buyers. */
export const RecallableRelease = z.object({
  number: z.int(),
  approvedAt: z.string(),
  /** The number of members who may download it because they bought it or an earlier one. */
  buyers: z.int(),
  /** The number of buyers of exactly this release who paid for it. */
  paid: z.int(),
  recall: z
    .object({
      recalledAt: z.string(),
      reason: z.string(),
      instructions: z.string(),
      refunds: z.boolean(),
      /**
       * The number of buyers whose mail was queued, of those refunded, and of those still waiting for one of the two.
       */
      notified: z.int(),
      refunded: z.int(),
      waiting: z.int(),
    })
    .nullable(),
})
export type RecallableRelease = z.infer<typeof RecallableRelease>

const ofRelease = z.object({ id: Id, number: numeric.pipe(z.int().min(1).max(999_999)) })
const reply = Done.extend({ title: z.string(), releases: z.array(RecallableRelease) })

export const recalls = {
  notice: endpoint({
    method: 'GET',
    path: '/projects/:id/recall',
    summary:
      'Why a listing is on the shop no more: the recall, when no newer release was approved, under its title of that time; without one its owner archived it, switched it off or deleted it.',
    access: 'anyone',
    ignoresCaller: true,
    params: z.object({ id: Id }),
    reply: Done.extend({ title: z.string(), category: z.string(), recall: Recall.nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/projects/:id/recalls',
    summary:
      'The releases of a project that were ever approved, newest first, and how far their recalls are.',
    access: staff,
    params: z.object({ id: Id }),
    reply,
  }),
  recall: endpoint({
    method: 'POST',
    path: '/admin/projects/:id/releases/:number/recall',
    summary:
      'Calls an approved release back for good: no more downloads, its buyers are told by mail, and refunded when `refund` says so.',
    access: staff,
    problems: ['conflict'],
    params: ofRelease,
    body: z.object({
      reason: line(300, 'Say why').min(1, 'Say why'),
      instructions: prose(2000, 'Say what buyers should do').min(1, 'Say what buyers should do'),
      refund: z.boolean({ error: 'Say whether buyers are refunded' }),
    }),
    reply,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/admin/projects/:id/releases/:number/refund',
    summary: 'Refunds those who paid for a release that was recalled without refunds.',
    access: staff,
    problems: ['conflict'],
    params: ofRelease,
    reply,
  }),
}
