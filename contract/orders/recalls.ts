import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line, numeric, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Recall } from '../projects/project.ts'

const recallActions = ['refund', 'confirm', 'withdraw'] as const
export type RecallAction = (typeof recallActions)[number]

/** An approved release with its number of buyers. */
export const RecallableRelease = z.object({
  number: z.int(),
  approvedAt: z.string(),
  /** The number of members who may download it because they bought it or an earlier one. */
  buyers: z.int(),
  /** The number of buyers of exactly this release who paid for it. */
  paid: z.int(),
  /**
   * The number of those whose sale is final: its refund days are over, or its shares were paid out. 0 once staff
   * decided that they are refunded.
   */
  finalSales: z.int(),
  recall: z
    .object({
      recalledAt: z.string(),
      reason: z.string(),
      instructions: z.string(),
      refunds: z.boolean(),
      /**
       * The number of buyers whose mail was queued, of those refunded, and of those still to be told or refunded by a
       * job.
       */
      notified: z.int(),
      refunded: z.int(),
      waiting: z.int(),
      /**
       * The refunds of final sales that wait for a second member of staff, their sum in rupees, and the name of the
       * first; null without.
       */
      unconfirmed: z.object({ refunds: z.int(), amount: z.number(), by: z.string() }).nullable(),
      /** The actions that the caller may take on its refunds now. */
      allowed: z.array(z.enum(recallActions)),
    })
    .nullable(),
})
schemaNames.add(RecallableRelease, { id: 'RecallableRelease' })
export type RecallableRelease = z.infer<typeof RecallableRelease>

const ofRelease = z.object({ id: Id, number: numeric.pipe(z.int().min(1).max(999_999)) })
const reply = Done.extend({
  title: z.string(),
  releases: z.array(RecallableRelease),
  /** Whether the refunds of final sales that the caller decides wait for another member of staff. */
  needsSecondPerson: z.boolean(),
})

export const recalls = {
  notice: endpoint({
    method: 'GET',
    path: '/projects/:id/recall',
    summary:
      'Why a listing is on the shop no more: the recall, when no newer release was approved, under its title of that time; without one its owner archived it, switched it off or deleted it, or has changed it (`isChanged`) and it is checked again.',
    access: 'anyone',
    ignoresCaller: true,
    params: z.object({ id: Id }),
    reply: Done.extend({
      title: z.string(),
      category: z.string(),
      recall: Recall.nullable(),
      isChanged: z.boolean().optional(),
    }),
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
      'Calls an approved release back for good: no more downloads, its buyers are told by mail, and refunded when `refund` says so. Sales whose refund days are over or whose shares were paid out are refunded once another member of staff confirms it, unless a super admin decides.',
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
    summary:
      'Refunds those who paid for a release that was recalled without refunds, or confirms the refunds of final sales that another member of staff decided.',
    access: staff,
    problems: ['conflict', 'not_allowed'],
    params: ofRelease,
    reply,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/admin/projects/:id/releases/:number/refund',
    summary:
      'Takes back the decision to refund final sales of a recalled release, while it waits for a second member of staff. Who was refunded stays so.',
    access: staff,
    problems: ['conflict'],
    params: ofRelease,
    reply,
  }),
}
