import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Email, Id, LinkToken } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { CodeQuestion } from '../projects/code-questions.ts'
import { DemoSignIn } from '../projects/demo-sign-ins.ts'
import { Recall } from '../projects/project.ts'
import { ReleaseSetUp } from '../projects/set-up.ts'

const seatStates = ['invited', 'accepted'] as const

/** A seat of an order as its buyer sees it. */
const OrderSeat = z.object({
  id: z.string(),
  state: z.enum(seatStates),
  /** First name and initial of who accepted it; null for an invitation, of which no address is kept. */
  name: z.string().nullable(),
  invitedAt: z.string(),
  /** When the invitation ends; null once it is accepted. */
  expiresAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  /** What the buyer may do with it: take the invitation back, or give the seat to another. */
  allowed: z.enum(['take_back', 'give']).nullable(),
})
schemaNames.add(OrderSeat, { id: 'OrderSeat' })
export type OrderSeat = z.infer<typeof OrderSeat>

/** What all who have or had a seat of an order downloaded, together, as evidence for staff. */
export const SeatDownloads = z.object({
  people: z.int(),
  times: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type SeatDownloads = z.infer<typeof SeatDownloads>

const seatsOfOrder = Done.extend({
  /** Whether the order has seats: its label named them, and it is its buyer's. */
  isOffered: z.boolean(),
  seats: z.array(OrderSeat),
  /** How many people can still be invited now. */
  free: z.int(),
})

/** A seat as who has it sees it. */
const Seat = z.object({
  id: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  isListed: z.boolean(),
  /** The first name of the buyer. */
  invitedBy: z.string(),
  acceptedAt: z.string(),
  /** The release of the source that was bought. */
  release: z.int().nullable(),
  recall: Recall.extend({ instructions: z.string() }).nullable(),
  /** A signed link to the source as a ZIP, good for an hour. */
  downloadUrl: z.string(),
})
schemaNames.add(Seat, { id: 'Seat' })
export type Seat = z.infer<typeof Seat>

const ofOrder = z.object({ id: Id })
const ofSeat = z.object({ id: Id })
const withToken = z.object({ token: LinkToken })
/** Mailed tokens are long, so this is no protection against guessing. */
const limit = { requests: 60, seconds: 60, protects: 'process' } as const

export const seats = {
  ofOrder: endpoint({
    method: 'GET',
    path: '/orders/:id/seats',
    summary: "The seats of one of the caller's orders, and how many people can still be invited.",
    access: member,
    params: ofOrder,
    reply: seatsOfOrder,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/orders/:id/seats',
    summary:
      'Invites somebody to a seat of an order, with one email. Until they accept, only a keyed hash of the address is kept, for 14 days. Ten invitations a day.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: ofOrder,
    body: z.object({ email: Email }),
    reply: seatsOfOrder,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/orders/:id/seats/:seat',
    summary:
      'Takes an invitation back, or ends an accepted seat so that it can be given to another, which is possible once.',
    access: member,
    problems: ['conflict'],
    params: z.object({ id: Id, seat: Id }),
    query: z.object({
      /** What the caller saw: an invitation that was accepted meanwhile is not taken from who has the seat. */
      state: z.enum(seatStates).optional(),
    }),
    reply: seatsOfOrder,
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/seats/invitation',
    summary: 'Who invites to what, for whoever has the link of the email. It changes nothing.',
    access: 'anyone',
    ignoresCaller: true,
    limit,
    problems: ['not_found'],
    body: withToken,
    reply: Done.extend({
      invitation: z.object({
        /** The first name of the buyer. */
        invitedBy: z.string(),
        projectTitle: z.string(),
        expiresAt: z.string(),
      }),
    }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/seats',
    summary: 'Accepts an invitation for the caller, who then has the seat.',
    access: member,
    problems: ['conflict', 'not_found'],
    body: withToken,
    reply: Done.extend({ id: z.string() }),
  }),
  decline: endpoint({
    method: 'POST',
    path: '/seats/invitation/decline',
    summary: "'Not me': ends an invitation, and nobody can invite to this address any more.",
    access: 'anyone',
    ignoresCaller: true,
    limit,
    problems: ['not_found'],
    body: withToken,
    reply: Done,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/seats',
    summary: 'The seats that the caller has, newest first.',
    access: member,
    reply: Done.extend({ seats: z.array(Seat) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/seats/:id',
    summary: 'One of the seats of the caller, with what starts the project.',
    access: member,
    params: ofSeat,
    reply: Done.extend({
      seat: Seat.extend({
        startCommand: z.string().nullable(),
        setUp: ReleaseSetUp.nullable(),
        demoSignIns: z.array(DemoSignIn),
        codeQuestions: z.array(CodeQuestion),
      }),
    }),
  }),
  licence: endpoint({
    method: 'GET',
    path: '/seats/:id/licence',
    summary: "The licence of one of the caller's seats, as a text file.",
    access: member,
    params: ofSeat,
    reply: 'file',
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/seats/:id',
    summary: 'Gives one of the seats of the caller up.',
    access: member,
    params: ofSeat,
    reply: Done,
  }),
}
