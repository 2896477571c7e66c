import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line, prose } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { orderStatuses } from '../orders/orders.ts'
import { verificationStatuses } from '../projects/verification.ts'

/** The status of a member: deactivated by staff, who can undo it; deleted by the member, which nobody can undo. */
export const memberStatuses = ['active', 'deactivated', 'deleted'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** A member in the staff's list. A deleted member has no name and no email. */
export const MemberRow = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isAgent: z.boolean(),
  standing: z.enum(memberStatuses),
  joinedAt: z.string(),
  /** The number of projects, without deleted ones. */
  projects: z.int(),
  /** The number of orders, including attempts that failed. */
  orders: z.int(),
  /** How often listings of the member were blocked. */
  blocks: z.int(),
})
schemaNames.add(MemberRow, { id: 'StaffMemberRow' })
export type MemberRow = z.infer<typeof MemberRow>

export const MemberDetail = MemberRow.extend({
  phone: z.string(),
  college: z.string(),
  course: z.string(),
  year: z.string(),
  /** The State of the member's address. */
  state: z.string(),
  isEmailVerified: z.boolean(),
  isPublic: z.boolean(),
  referralCode: z.string(),
  referredBy: z.object({ _id: z.string(), name: z.string() }).nullable(),
  deactivation: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** The number of sessions, and when one was last used. */
  sessions: z.int(),
  lastSeenAt: z.string().nullable(),
  /** The newest projects. */
  recentProjects: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      price: z.number(),
      status: z.enum(verificationStatuses),
      isActive: z.boolean(),
      isListed: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  recentOrders: z.array(
    z.object({
      _id: z.string(),
      number: z.string(),
      title: z.string(),
      amount: z.number(),
      status: z.enum(orderStatuses),
      orderDate: z.string(),
    }),
  ),
  /** The newest seats in the teams of others, with those that have ended. */
  recentSeats: z.array(
    z.object({
      _id: z.string(),
      orderId: z.string(),
      title: z.string(),
      acceptedAt: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
  /** The completed sales of the member's projects, including refunded ones. */
  sales: z.int(),
  /**
   * In rupees: what can be paid out now, what may still be refunded, what was paid out, and what the member owes the
   * shop.
   */
  money: z.object({ payable: z.number(), held: z.number(), paid: z.number(), owes: z.number() }),
  /** The members who signed up with the member's code, the newest of them, and the commission in rupees. */
  referrals: z.object({
    count: z.int(),
    commission: z.number(),
    recent: z.array(z.object({ _id: z.string(), name: z.string(), joinedAt: z.string() })),
  }),
  /** Complaints about the member's listings, reviews and questions, and complaints by the member. */
  complaints: z.object({ received: z.int(), made: z.int() }),
  /** The actions of staff on this account, the oldest first. */
  actions: z.array(z.object({ action: z.string(), by: z.string(), at: z.string() })),
})
schemaNames.add(MemberDetail, { id: 'StaffMemberDetail' })
export type MemberDetail = z.infer<typeof MemberDetail>

const params = z.object({ id: Id })
const one = Done.extend({ member: MemberDetail })
const blank = z.literal('').transform(() => undefined)

export const staffMembers = {
  list: endpoint({
    method: 'GET',
    path: '/admin/members',
    summary: 'All members, the newest first.',
    access: staff,
    query: z.object({
      ...pageWindow,
      /** A part of name or email with three letters in a row, or a whole id. Shorter searches match nobody. */
      search: line(limits.search).optional(),
      standing: z.union([blank, z.enum(memberStatuses, 'Choose a status')]).optional(),
      agents: z.union([blank, z.literal('yes')]).optional(),
    }),
    reply: Done.extend({ members: z.array(MemberRow), pagination: Pagination }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/members/:id',
    summary: 'One member with their projects, orders, referrals and what staff did.',
    access: staff,
    params,
    reply: one,
  }),
  setAgent: endpoint({
    method: 'PUT',
    path: '/admin/members/:id/agent',
    summary: 'Makes a member an agent, or an ordinary member again.',
    access: staff,
    problems: ['conflict'],
    params,
    body: z.object({ isAgent: z.boolean('Choose yes or no') }),
    reply: one,
  }),
  deactivate: endpoint({
    method: 'PUT',
    path: '/admin/members/:id/deactivate',
    summary:
      'Ends all sessions of a member and takes their projects off the public lists, at once. They are mailed the reason. What others bought stays theirs.',
    access: staff,
    problems: ['conflict'],
    params,
    body: z.object({ reason: prose(500, 'Write a reason').min(1, 'Write a reason') }),
    reply: one,
  }),
  reactivate: endpoint({
    method: 'PUT',
    path: '/admin/members/:id/reactivate',
    summary: 'Lets a member sign in again and brings their projects back as they were.',
    access: staff,
    problems: ['conflict'],
    params,
    reply: one,
  }),
}
