import { endpoint, staff } from '../endpoint.ts'
import { Done, Id, line, prose } from '../fields.ts'
import { limits } from '../limits.ts'
import { orderStatuses } from '../orders/orders.ts'
import { pageWindow, Pagination } from '../paging.ts'
import { verificationStatuses } from '../projects/verification.ts'
import { z } from '../zod.ts'

/** Deactivated by staff, who can undo that; deleted by the member, which nobody can. */
export const memberStandings = ['active', 'deactivated', 'deleted'] as const
export type MemberStanding = (typeof memberStandings)[number]

/** A member as the list has them. Who has deleted their account has no name and no email any more. */
export const MemberRow = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isAgent: z.boolean(),
  standing: z.enum(memberStandings),
  joinedAt: z.string(),
  /** Without deleted ones. */
  projects: z.int(),
  /** What they bought, tries that came to nothing included. */
  orders: z.int(),
})
export type MemberRow = z.infer<typeof MemberRow>

export const MemberDetail = MemberRow.extend({
  phone: z.string(),
  college: z.string(),
  course: z.string(),
  year: z.string(),
  /** The State of their address. */
  state: z.string(),
  isEmailVerified: z.boolean(),
  isPublic: z.boolean(),
  referralCode: z.string(),
  referredBy: z.object({ _id: z.string(), name: z.string() }).nullable(),
  deactivation: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** Where they are signed in, and when a session was last used. */
  sessions: z.int(),
  lastSeenAt: z.string().nullable(),
  /** The newest. */
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
  /** Sales of their projects that were completed, refunded ones included. */
  sales: z.int(),
  /** In rupees: what can be paid out now, what is still refundable, and what was paid out. */
  money: z.object({ payable: z.number(), held: z.number(), paid: z.number() }),
  /** Who signed up with their code, the newest of them, and what that earned in rupees. */
  referrals: z.object({
    count: z.int(),
    commission: z.number(),
    recent: z.array(z.object({ _id: z.string(), name: z.string(), joinedAt: z.string() })),
  }),
  /** Reports of their listings, reviews and questions, and those that they made. */
  reports: z.object({ received: z.int(), made: z.int() }),
  /** What staff did to this account, the oldest first. */
  actions: z.array(z.object({ action: z.string(), by: z.string(), at: z.string() })),
})
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
      /** A part of name or email with three letters in a row, or a whole id. Less finds nobody. */
      search: line(limits.search).optional(),
      standing: z.union([blank, z.enum(memberStandings, 'Choose a status')]).optional(),
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
