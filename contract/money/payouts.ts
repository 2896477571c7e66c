import { paiseOf } from '../kit/amounts.ts'
import { endpoint, member, staff, superAdmin } from '../kit/endpoint.ts'
import { Done, Id, list, prose, text } from '../kit/fields.ts'
import { inRupees } from '../kit/format.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Destination } from './destination.ts'

export const payoutStatuses = [
  'requested',
  'approved',
  'on_hold',
  'paid',
  'returned',
  'declined',
  'cancelled',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export type PayoutActor = 'member' | 'staff'

/**
 * The allowed transitions of each status, and who makes them. Approval takes the amount off the member's balance, and a
 * member can cancel only a payout that was never approved, because staff may have ordered the bank to send it. Once it
 * is in a file for the bank, only the statuses of `statusesAfterExport` remain.
 */
export const payoutTransitions: Transitions<PayoutStatus, PayoutActor> = {
  requested: { approved: ['staff'], on_hold: ['staff'], declined: ['staff'], cancelled: ['member'] },
  approved: { paid: ['staff'], on_hold: ['staff'], declined: ['staff'], returned: ['staff'] },
  on_hold: { approved: ['staff'], declined: ['staff'], returned: ['staff'], cancelled: ['member'] },
  paid: {},
  returned: {},
  declined: {},
  cancelled: {},
}

/**
 * The statuses that a payout may still take once a file for the bank contains it: the bank may have sent it, so it ends
 * as paid or as returned by the bank. Before that it cannot be returned.
 */
export const statusesAfterExport: readonly PayoutStatus[] = ['approved', 'paid', 'returned']

/** A payout. `amount` in rupees; `number` is what people see, such as P-000123. */
const Payout = z.object({
  _id: z.string(),
  number: z.string(),
  amount: z.number(),
  status: z.enum(payoutStatuses),
  method: z.enum(['upi', 'bank']),
  /** The masked destination: 'as••••@okaxis', '•••• 1234'. Empty after the account was deleted. */
  destination: z.string(),
  requestedAt: z.string(),
  approvedAt: z.string().nullable(),
  /** The time when it was paid, returned, declined or cancelled. */
  endedAt: z.string().nullable(),
  /** The reason why staff held or declined it, or the bank returned it. */
  note: z.string().nullable(),
  /** The bank's reference, once it is paid. */
  reference: z.string().nullable(),
})
schemaNames.add(Payout, { id: 'Payout' })

export const OwnPayout = Payout.extend({
  /** The actions that the member may take now. */
  allowed: z.array(z.literal('cancel')),
})
schemaNames.add(OwnPayout, { id: 'OwnPayout' })
export type OwnPayout = z.infer<typeof OwnPayout>

/** A member's balance in rupees, from sales and referrals together. */
export const Balance = z.object({
  /** Payable now; negative after a refund of what was already paid out, which later sales fill first. */
  payable: z.number(),
  /** Earned, but still refundable to the buyer. */
  held: z.number(),
  /** Requested, and not approved yet. */
  requested: z.number(),
  /** Approved, and not paid yet. */
  approved: z.number(),
  /** The sum of all payouts. */
  paid: z.number(),
  /** Earned, but not payable while a buyer's bank disputes the payment; in none of the other amounts. */
  frozen: z.number(),
})
schemaNames.add(Balance, { id: 'Balance' })
export type Balance = z.infer<typeof Balance>

const Held = z.object({
  amount: z.number(),
  sales: z.int(),
  /** The day in India (YYYY-MM-DD) from which it is payable; null while a refund is being decided. */
  payableOn: z.string().nullable(),
})
export type Held = z.infer<typeof Held>

const payoutActions = ['approve', 'hold', 'decline', 'return', 'again'] as const
export type PayoutAction = (typeof payoutActions)[number]

/** A payout in the staff's list. */
export const StaffPayout = Payout.extend({
  /** `isClosed`: the account is deleted or deactivated, and gets no more emails about the payout. */
  member: z.object({ id: z.string(), name: z.string(), email: z.string(), isClosed: z.boolean() }),
  /** The time of the last bank file that contains it. */
  exportedAt: z.string().nullable(),
  /** The name of the member of staff who approved it last. */
  approvedBy: z.string().nullable(),
  /** Whether the caller approved it, so that another member of staff has to export it and mark it as paid. */
  needsSecondPerson: z.boolean(),
  /**
   * The report that the bank returned it, until another member of staff confirms it. `isOwn`: the caller reported it.
   */
  returnReport: z.object({ by: z.string(), at: z.string(), note: z.string(), isOwn: z.boolean() }).nullable(),
  /**
   * Why the bank has to get it once more, until it is in the next file. `isConfirmed`: another member of staff agreed.
   */
  again: z
    .object({ by: z.string(), note: z.string(), isOwn: z.boolean(), isConfirmed: z.boolean() })
    .nullable(),
  allowed: z.array(z.enum([...payoutActions, 'pay'])),
})
schemaNames.add(StaffPayout, { id: 'StaffPayout' })
export type StaffPayout = z.infer<typeof StaffPayout>

/** A movement of a member's money: a sale, a refund, a commission, a payout. */
const Movement = z.object({
  happenedAt: z.string(),
  kind: z.enum([
    'sale',
    'commission',
    'refund',
    'commission_refund',
    'payout',
    'payout_returned',
    'debt_repaid',
    'disputed',
    'dispute_ended',
  ]),
  /** The number of the order or payout, or the bank's reference of a repaid debt. */
  number: z.string(),
  /** The title of what was sold. */
  title: z.string().nullable(),
  /** In rupees; negative for a deduction. */
  amount: z.number(),
})
export type Movement = z.infer<typeof Movement>

export const PayoutCase = StaffPayout.extend({
  balance: Balance,
  /** The newest movements of the member's money, at most 50. */
  movements: z.array(Movement),
  /** The other members who have named its destination for payouts of theirs, at most 10. */
  sameDestination: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The files for the bank that contain it, oldest first. */
  files: z.array(z.object({ number: z.string(), madeAt: z.string(), isAgain: z.boolean() })),
  /** The actions of staff on it, oldest first. */
  actions: z.array(z.object({ action: z.string(), by: z.string(), at: z.string() })),
})
schemaNames.add(PayoutCase, { id: 'PayoutCase' })
export type PayoutCase = z.infer<typeof PayoutCase>

/** A file for the bank. `number` is what people see, such as B-000012; `amount` in rupees. */
const BankFile = z.object({
  number: z.string(),
  madeAt: z.string(),
  madeBy: z.string(),
  payouts: z.int(),
  /** How many of them were in a file before. */
  again: z.int(),
  amount: z.number(),
})
schemaNames.add(BankFile, { id: 'BankFile' })
export type BankFile = z.infer<typeof BankFile>

/** The result for one payout of several. */
const Result = z.object({ number: z.string(), done: z.boolean(), message: z.string() })
schemaNames.add(Result, { id: 'PayoutResult' })
export type PayoutResult = z.infer<typeof Result>

const maxAtOnce = 100
const ofPayout = z.object({ id: Id })
const numberMessage = 'A payout’s number looks like P-000123'
const fileNumberMessage = 'A file’s number looks like B-000012'
const referenceMessage = 'Enter the bank’s reference: 4 to 40 letters and digits'
/** The bank's reference of a transfer, in capital letters. */
const Reference = text(60, { missing: referenceMessage, tooLong: referenceMessage })
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9/_-]{3,39}$/, referenceMessage))
const several = Done.extend({ results: z.array(Result) })

export const payouts = {
  mine: endpoint({
    method: 'GET',
    path: '/payouts',
    summary:
      "The caller's balance of sales and referrals, what of it is still inside the refund days, and the payouts, newest first.",
    access: member,
    query: z.object(pageWindow),
    reply: Done.extend({
      balance: Balance,
      held: z.array(Held),
      payouts: z.array(OwnPayout),
      pagination: Pagination,
    }),
  }),
  request: endpoint({
    method: 'POST',
    path: '/payouts',
    summary:
      'Asks for a payout of the whole payable balance, or of an amount. Where it goes is stored encrypted.',
    access: member,
    problems: ['conflict'],
    body: z.object({
      /** In rupees; the whole payable balance by default. */
      amount: z
        .number({ error: 'Enter an amount in rupees' })
        .min(limits.payoutMin, `A payout is ${inRupees(limits.payoutMin)} or more`)
        .max(100_000_000, 'That is more than your balance')
        .refine((rupees) => Math.abs(rupees * 100 - paiseOf(rupees)) < 1e-6, 'At most two decimals')
        .optional(),
      destination: Destination,
    }),
    reply: Done.extend({ payout: OwnPayout }),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/payouts/:id',
    summary: 'Takes a payout back that was never approved.',
    access: member,
    problems: ['conflict'],
    params: ofPayout,
    reply: Done.extend({ payout: OwnPayout }),
  }),
  statement: endpoint({
    method: 'GET',
    path: '/payouts/statement',
    summary:
      "Every movement of the caller's money as a CSV file, oldest first: sales, commissions, refunds, payouts, and the balance after each. At most the newest 20,000.",
    access: member,
    reply: 'file',
  }),
  cases: endpoint({
    method: 'GET',
    path: '/admin/payouts',
    summary: 'Payouts in one state: those that are open oldest first, those that ended newest first.',
    access: staff,
    query: z.object({ status: z.enum(payoutStatuses).default('requested'), ...pageWindow }),
    reply: Done.extend({
      payouts: z.array(StaffPayout),
      /** The number of payouts in each status, and their sum in rupees. */
      counts: z.array(z.object({ status: z.enum(payoutStatuses), payouts: z.int(), amount: z.number() })),
      pagination: Pagination,
    }),
  }),
  case: endpoint({
    method: 'GET',
    path: '/admin/payouts/:id',
    summary: "One payout with the member's balance, the sales behind it, and what staff did.",
    access: staff,
    params: ofPayout,
    reply: Done.extend({ payout: PayoutCase }),
  }),
  destination: endpoint({
    method: 'POST',
    path: '/admin/payouts/:id/destination',
    summary: 'Where a payout goes, in full. Each such look is written down.',
    access: staff,
    problems: ['conflict'],
    params: ofPayout,
    reply: Done.extend({
      destination: z.object({ holder: z.string(), account: z.string(), ifsc: z.string().nullable() }),
    }),
  }),
  act: endpoint({
    method: 'POST',
    path: '/admin/payouts/actions',
    summary:
      'Approves, holds or declines payouts, each for itself: the results say which. Members read the note. Once a payout is in a file for the bank it is neither held nor declined; `return` reports that the bank returned it, `again` says that the bank has to get it once more, and the same by another member of staff confirms it, unless nobody else can sign in.',
    access: staff,
    problems: ['conflict', 'not_found'],
    body: z
      .object({
        action: z.enum(payoutActions),
        ids: list(Id, maxAtOnce, { tooMany: `At most ${maxAtOnce} payouts at once` }),
        note: prose(1000).default(''),
      })
      .refine(({ action, note }) => ['approve', 'again'].includes(action) || note !== '', {
        path: ['note'],
        error: 'Tell the member why',
      })
      .refine(({ action, note }) => action !== 'again' || note !== '', {
        path: ['note'],
        error: 'Say why the bank has to get it again',
      }),
    reply: several,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/admin/payouts/paid',
    summary:
      'Marks approved payouts as paid, each with the reference that the bank gave. The same again does no harm. Whoever approved a payout cannot, unless nobody else on the staff can sign in.',
    access: staff,
    bodyLimit: 128 * 1024,
    problems: ['conflict', 'not_found'],
    body: z.object({
      payments: list(
        z.object({
          number: text(20, { missing: numberMessage, tooLong: numberMessage })
            .transform((typed) => typed.trim().toUpperCase())
            .pipe(z.string().regex(/^P-[0-9]{6,12}$/, numberMessage)),
          reference: Reference,
        }),
        maxAtOnce,
        { tooMany: `At most ${maxAtOnce} payouts at once` },
      ),
    }),
    reply: several,
  }),
  export: endpoint({
    method: 'POST',
    path: '/admin/payouts/export',
    summary:
      'The approved payouts that were in no file yet, and those that two of the staff send again, as a CSV file for the bank, with where each goes in full; at most 500. Each payout in it is written down. Those that the caller approved are left to others, unless nobody else on the staff can sign in.',
    access: staff,
    problems: ['conflict', 'not_found'],
    reply: 'file',
  }),
  files: endpoint({
    method: 'GET',
    path: '/admin/payouts/files',
    summary: 'The files for the bank, newest first.',
    access: staff,
    query: z.object(pageWindow),
    reply: Done.extend({ files: z.array(BankFile), pagination: Pagination }),
  }),
  file: endpoint({
    method: 'POST',
    path: '/admin/payouts/files/:number',
    summary:
      'A file for the bank that was made before, the same to the byte. Each time is written down. Not for whoever approved a payout in it, unless nobody else on the staff can sign in, nor once the bank returned one.',
    access: staff,
    problems: ['conflict', 'not_allowed'],
    params: z.object({
      number: text(20, { missing: fileNumberMessage, tooLong: fileNumberMessage }).pipe(
        z.string().regex(/^B-[0-9]{6,12}$/, fileNumberMessage),
      ),
    }),
    reply: 'file',
  }),
  bookDebtRepayment: endpoint({
    method: 'POST',
    path: '/admin/members/:id/debt-repayments',
    summary:
      "Books what a member paid back of a balance below zero into the shop's bank account, with the bank's reference. The same reference counts once.",
    access: superAdmin,
    problems: ['conflict'],
    params: ofPayout,
    body: z.object({
      /** In rupees, at most what the member owes. */
      amount: z
        .number({ error: 'Enter an amount in rupees' })
        .positive('Enter an amount in rupees')
        .max(100_000_000, 'That is more than they owe')
        .refine((rupees) => Math.abs(rupees * 100 - paiseOf(rupees)) < 1e-6, 'At most two decimals'),
      reference: Reference,
    }),
    /** `owes`: what is left of the debt, in rupees. */
    reply: Done.extend({ owes: z.number() }),
  }),
}
