import { paiseOf } from '../kit/amounts.ts'
import { endpoint, member, staff, superAdmin } from '../kit/endpoint.ts'
import { digits, Done, Id, numeric, text } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'

const codeMessage = 'Use 4 to 20 letters and digits'

/** A coupon code as typed: in any case, with spaces around it. */
export const CouponCode = digits(40, { missing: codeMessage, tooLong: codeMessage })
  .transform((code) => code.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{4,20}$/, codeMessage))

/** A day in India, YYYY-MM-DD; an empty text counts as none. */
const Day = text(10, { missing: 'Choose a day', tooLong: 'Choose a day' })
  .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'Choose a day')
  .optional()
  .transform((day) => day || undefined)

const wholeNumber = (max: number, message: string) =>
  z.int({ error: message }).min(1, message).max(max, message)
const rupees = z
  .number({ error: 'Enter an amount in rupees' })
  .min(1, 'At least ₹1')
  .max(1_000_000, 'At most ₹10,00,000')
  .refine((value) => Math.abs(value * 100 - paiseOf(value)) < 1e-6, 'At most two decimals')
const amount = numeric.pipe(rupees.optional())
const uses = wholeNumber(1_000_000, 'Enter a whole number, 1 or more')

const terms = z.object({
  code: CouponCode,
  percent: numeric.pipe(wholeNumber(100, 'Enter a whole number from 1 to 100').optional()),
  amount,
  /** The least total of the items in rupees. */
  minimum: amount,
  /** The first and the last day on which it can be used; by default from now on, and without an end. */
  from: Day,
  until: Day,
  maxUses: numeric.pipe(uses.optional()),
  maxUsesPerMember: numeric.pipe(wholeNumber(1000, 'Enter a whole number, 1 or more').optional()),
})

/** Requires exactly one of `percent` and `amount`, and days in their order. */
const consistent = <
  T extends z.ZodType<Pick<z.output<typeof terms>, 'percent' | 'amount' | 'from' | 'until'>>,
>(
  coupon: T,
) =>
  coupon
    .refine(({ percent, amount: fixed }) => (percent === undefined) !== (fixed === undefined), {
      path: ['percent'],
      error: 'Enter one of the two, not both',
    })
    .refine(({ from, until }) => !from || !until || from <= until, {
      path: ['until'],
      error: 'The last day cannot be before the first',
    })

/** A new coupon of an owner. Exactly one of `percent` and `amount` (rupees) is its discount. */
const NewCoupon = consistent(terms)
schemaNames.add(NewCoupon, { id: 'NewCoupon' })

/** A new coupon of the shop, with the limits of what it costs. Amounts in rupees. */
const NewShopCoupon = consistent(
  terms.extend({
    maxUses: numeric.pipe(uses),
    /** The most that it takes off one purchase. */
    maxDiscount: numeric.pipe(rupees),
    /** The most that it takes off all purchases together. */
    budget: numeric.pipe(rupees),
  }),
)

/** The states of a coupon: usable now, or why not. */
const couponStates = ['usable', 'off', 'not_begun', 'over', 'used_up'] as const

export const Coupon = z.object({
  _id: z.string(),
  code: z.string(),
  percent: z.int().nullable(),
  amount: z.number().nullable(),
  minimum: z.number(),
  /** The most in rupees that it takes off one purchase, and off all together; null for coupons of owners. */
  maxDiscount: z.number().nullable(),
  budget: z.number().nullable(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerMember: z.int().nullable(),
  isOn: z.boolean(),
  state: z.enum(couponStates),
  /** Uses by paid orders and by checkouts of the last half hour that are not paid yet. */
  used: z.int(),
  /**
   * The sum in rupees of its discounts on orders that were paid for and not refunded: what it has cost who bears it.
   */
  discounted: z.number(),
  /** For staff: the owner's name; null when staff created it. */
  owner: z.string().nullable(),
})
schemaNames.add(Coupon, { id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

const page = Done.extend({ coupons: z.array(Coupon), pagination: Pagination })
const one = Done.extend({ coupon: Coupon })
const ofCoupon = z.object({ id: Id })
const Switch = z.object({ isOn: z.boolean() })

export const coupons = {
  mine: endpoint({
    method: 'GET',
    path: '/coupons',
    summary: "The caller's coupons for their own projects, newest first.",
    access: member,
    query: z.object(pageWindow),
    reply: page,
  }),
  create: endpoint({
    method: 'POST',
    path: '/coupons',
    summary:
      "Makes a coupon for the caller's own projects, at their expense. It cannot be changed, only switched off.",
    access: member,
    problems: ['not_found', 'too_many_requests'],
    body: NewCoupon,
    reply: one,
  }),
  setOn: endpoint({
    method: 'PUT',
    path: '/coupons/:id',
    summary: "Switches one of the caller's coupons on or off.",
    access: member,
    params: ofCoupon,
    body: Switch,
    reply: one,
  }),
  all: endpoint({
    method: 'GET',
    path: '/admin/coupons',
    summary: 'All coupons, of the shop and of owners, newest first.',
    access: staff,
    query: z.object(pageWindow),
    reply: page,
  }),
  createAsStaff: endpoint({
    method: 'POST',
    path: '/admin/coupons',
    summary:
      'Makes a coupon for everything on sale. The marketplace bears it, within its budget: owners get their share of the full price.',
    access: superAdmin,
    problems: ['not_found'],
    body: NewShopCoupon,
    reply: one,
  }),
  setOnAsStaff: endpoint({
    method: 'PUT',
    path: '/admin/coupons/:id',
    summary: 'Switches any coupon on or off; one of the shop only as a super_admin.',
    access: staff,
    params: ofCoupon,
    body: Switch,
    reply: one,
  }),
}
