import { endpoint, member } from '../kit/endpoint.ts'
import { Done } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { verificationStatuses } from '../projects/verification.ts'

/** The parts of a complete profile, in the order of the form. */
export const profileParts = [
  'name',
  'phone',
  'college',
  'course',
  'year',
  'address',
  'picture',
  'socialMedia',
] as const
export type ProfilePart = (typeof profileParts)[number]

const activityKinds = [
  'signed_up',
  'project_listed',
  'project_decided',
  'project_sold',
  'sale_refunded',
  'review_received',
  'order_completed',
  'order_refunded',
  'review_written',
  'referral_joined',
  'commission_earned',
] as const

/** An event of the member. Others appear by first name and initial only. */
export const Activity = z.object({
  kind: z.enum(activityKinds),
  at: z.string(),
  /** The title of the project concerned. */
  title: z.string().optional(),
  projectId: z.string().optional(),
  /** The decision of staff. */
  status: z.enum(verificationStatuses).optional(),
  /** The number of the newest release at that time. */
  release: z.int().optional(),
  rating: z.int().optional(),
  /** In rupees, the sum of all events in the group. */
  amount: z.number().optional(),
  /** The number of further events of the kind just before it on the same day, grouped with it. */
  more: z.int().optional(),
  /** The name of the other member. */
  name: z.string().optional(),
})
schemaNames.add(Activity, { id: 'Activity' })
export type Activity = z.infer<typeof Activity>

export const profile = {
  counts: endpoint({
    method: 'GET',
    path: '/users/profile/counts',
    summary: 'How many projects, orders and referrals the caller has, for the badges of the profile.',
    access: member,
    reply: Done.extend({ projects: z.int(), orders: z.int(), referrals: z.int() }),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/users/profile/overview',
    summary:
      "The figures of the caller's projects and referrals, what the profile still lacks, and the newest 10 things that happened.",
    access: member,
    reply: Done.extend({
      stats: z.object({
        totalDownloads: z.int(),
        /** The average of all reviews of the caller's projects; null when there is none. */
        avgRating: z.number().nullable(),
        reviews: z.int(),
        /** In rupees. */
        commission: z.number(),
      }),
      completion: z.object({
        percent: z.int(),
        done: z.array(z.enum(profileParts)),
        missing: z.array(z.enum(profileParts)),
      }),
      recentActivity: z.array(Activity),
    }),
  }),
}
