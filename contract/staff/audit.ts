import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The kinds of targets of a staff action. */
export const auditKinds = [
  'project',
  'release',
  'order',
  'payment',
  'refund',
  'payout',
  'dispute',
  'coupon',
  'member',
  'contact',
  'question',
  'review',
  'complaint',
  'rule',
  'notice',
  'copy',
  'settings',
  'synonym',
  'staff',
  'list',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** What the log lists when asked for more than what staff changed or sent: what they read, or both. */
export const auditReadings = ['readings', 'all'] as const

/** An action in the audit log. */
export const AuditEntry = z.object({
  _id: z.string(),
  staff: z.object({ _id: z.string(), name: z.string() }),
  action: z.string(),
  about: z.object({
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    /** Whether the target was deleted since, so that it has no page. */
    isGone: z.boolean(),
  }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Whether one person took both steps of an act that takes two, as a super admin or because nobody else could sign in.
   */
  isAlone: z.boolean(),
  happenedAt: z.string(),
})
schemaNames.add(AuditEntry, { id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const noDay = 'Enter a day, such as 2026-11-22'
/** A day in India; an empty text counts as absent. */
const Day = text(10, { tooLong: noDay })
  .refine((day) => day === '' || z.iso.date().safeParse(day).success, noDay)
  .optional()
  .transform((day) => day || undefined)
const blank = z.literal('').transform(() => undefined)

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/admin/audit',
    summary:
      'What staff did, the newest first, with what it was before and after. What they read is listed on request.',
    access: staff,
    query: z.object({
      ...pageWindow,
      /** Searches the action, its target and the changed values. */
      search: line(limits.search).optional(),
      staff: z.union([blank, Id]).optional(),
      kind: z.union([blank, z.enum(auditKinds)]).optional(),
      /** The id of the target. */
      about: line(200).optional(),
      show: z.union([blank, z.enum(auditReadings)]).optional(),
      from: Day,
      to: Day,
    }),
    reply: Done.extend({
      entries: z.array(AuditEntry),
      /** All staff, deactivated ones too. */
      staff: z.array(z.object({ _id: z.string(), name: z.string() })),
      pagination: Pagination,
    }),
  }),
}
