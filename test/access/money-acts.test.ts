import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { type MoneyAct, moneyActs, type People } from '#contract/staff/money-acts.ts'
import { settingsDefaults } from '#contract/staff/settings.ts'
import { recallJobs } from '#server/orders/jobs.ts'

import { startApp } from '../app.ts'
import { helpForm } from '../help.ts'
import { aColleague, anAdmin } from '../makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  cartOf,
  collectWebhooks,
  postWebhook,
  source,
  wideLimits,
  aSale,
  anOffer,
  soldDaysAgo,
  ordersOf,
} from '../orders.ts'
import { payoutsIn } from '../payouts.ts'
import { refundsIn, refundBy } from '../refunds.ts'
import { moneyCalls } from './money-calls.ts'
import type { CallName } from './who-may.ts'

const app = await startApp()
const { db } = app
const webhooks = collectWebhooks(app)
const tell = async () => {
  for (const webhook of webhooks.splice(0)) expect(await postWebhook(app, webhook)).toBe(200)
}
await app.jobs.work(recallJobs(app.dependencies))
const boss = await anAdmin(app)
const [first, second] = [await aColleague(app, boss), await aColleague(app, boss)]
type Staff = Pick<typeof boss, 'id' | 'api'>
const { sale, anOwner, asked: askedPayout } = payoutsIn(app)
const { asked, aPurchase } = refundsIn(app)

/**
 * An act about records of its own: each call of `take` takes the next step that a member of staff can take towards it.
 */
interface Attempt {
  take: (staff: Staff) => Promise<unknown>
  isDone: () => Promise<boolean>
}

const isRefunded = async (orderId: string) => {
  await app.jobs.run()
  return (await ordersOf(db, { id: orderId }))[0]!.status === 'refunded'
}
async function isPaidOut(owner: Parameters<typeof askedPayout>[0]) {
  const { _id } = await askedPayout(owner)
  await first.api.payouts.act({ body: { action: 'approve', ids: [_id] } })
}

async function aRefund(days = 0): Promise<Attempt> {
  const { of, at } = await asked()
  await soldDaysAgo(db, of.params.id, days)
  return {
    take: ({ api }) => api.refundRequests.decide({ ...at, body: { decision: 'approve' } }),
    isDone: () => isRefunded(of.params.id),
  }
}

/** An order whose buyer asks for help, and not for the money. */
async function aHelpedOrder(days = 0): Promise<Attempt> {
  const { buyer, of } = await aPurchase()
  await buyer.api.help.open({ ...of, form: helpForm() })
  await soldDaysAgo(db, of.params.id, days)
  return {
    take: ({ api }) => api.help.refund({ ...of, body: { note: 'Nobody could help.' } }),
    isDone: () => isRefunded(of.params.id),
  }
}

async function aRecall(days = 0, { isRecalled = false } = {}): Promise<Attempt> {
  const { project, of } = await aSale(app, 200_000)
  await soldDaysAgo(db, of.params.id, days)
  const params = { id: project.id, number: '1' }
  const body = { reason: 'It steals passwords', instructions: 'Delete it.', refund: true }
  if (isRecalled) await first.api.recalls.recall({ params, body: { ...body, refund: false } })
  let isBegun = isRecalled
  return {
    take: async ({ api }) => {
      if (isBegun) return api.recalls.refund({ params })
      isBegun = true
      return api.recalls.recall({ params, body })
    },
    isDone: () => isRefunded(of.params.id),
  }
}

/** A held payment of ₹500: other than the price came, or a part of what was delivered went back since. */
async function aHeldPayment({
  pays = 500,
  returned = 0,
  action = 'return' as 'return' | 'deliver',
  days = 0,
}) {
  const { buyer, project } = await anOffer(app, 50_000)
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  const params = { orderId: payment.gateway!.orderId }
  await app.api.sandbox.pay({ params, body: { outcome: 'succeed', amount: pays } })
  await tell()
  if (returned > 0) await app.api.sandbox.refund({ params, body: { amount: returned } })
  await tell()
  await soldDaysAgo(db, payment.orders[0]!._id, days)
  const isHeld = () =>
    db.selectFrom('payments').select('heldAt').where('id', '=', payment._id).executeTakeFirstOrThrow()
  expect((await isHeld()).heldAt).not.toBeNull()
  return {
    take: ({ api }: Staff) => api.heldPayments.decide({ params: { id: payment._id }, body: { action } }),
    isDone: async () => (await isHeld()).heldAt === null,
  }
}

const payoutStatus = async (id: string) =>
  (await db.selectFrom('payouts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Throws why a call about several payouts did nothing, which it answers with 200. */
function requireDone({ results }: { results: { done: boolean; message: string }[] }) {
  if (!results.every(({ done }) => done)) throw new Error(results[0]!.message)
}

async function aPayout(): Promise<Attempt> {
  const { _id, number } = await askedPayout(await anOwner(500))
  return {
    take: async ({ api }) =>
      requireDone(
        (await payoutStatus(_id)) === 'requested'
          ? await api.payouts.act({ body: { action: 'approve', ids: [_id] } })
          : await api.payouts.pay({ body: { payments: [{ number, reference: `UTR${number}` }] } }),
      ),
    isDone: async () => (await payoutStatus(_id)) === 'paid',
  }
}

async function anExport(): Promise<Attempt> {
  const { _id } = await askedPayout(await anOwner(500))
  return {
    take: async ({ api }) =>
      (await payoutStatus(_id)) === 'requested'
        ? requireDone(await api.payouts.act({ body: { action: 'approve', ids: [_id] } }))
        : api.payouts.export(),
    isDone: async () =>
      (await db.selectFrom('payouts').select('exportedAt').where('id', '=', _id).executeTakeFirstOrThrow())
        .exportedAt !== null,
  }
}

/** An approved payout whose file for the bank is downloaded again. */
async function aStoredFile(): Promise<Attempt> {
  const { _id: payoutId } = await askedPayout(await anOwner(500))
  const fileId = randomUUID()
  const madeBy = boss.id
  const { number } = await db
    .insertInto('payoutFiles')
    .values({ id: fileId, madeBy })
    .returning('number')
    .executeTakeFirstOrThrow()
  await db.updateTable('payouts').set({ exportedAt: new Date() }).where('id', '=', payoutId).execute()
  await db.insertInto('payoutFileRows').values({ fileId, payoutId, isAgain: false }).execute()
  let isDone = false
  return {
    take: async ({ api }) => {
      if ((await payoutStatus(payoutId)) === 'requested')
        return requireDone(await api.payouts.act({ body: { action: 'approve', ids: [payoutId] } }))
      await api.payouts.file({ params: { number: `B-${String(number).padStart(6, '0')}` } })
      isDone = true
    },
    isDone: async () => isDone,
  }
}

async function aPayoutSentAgain(): Promise<Attempt> {
  const { _id } = await askedPayout(await anOwner(500))
  await first.api.payouts.act({ body: { action: 'approve', ids: [_id] } })
  await second.api.payouts.export()
  const body = { action: 'again' as const, ids: [_id], note: 'The bank lost the file' }
  return {
    take: async ({ api }) => requireDone(await api.payouts.act({ body })),
    isDone: async () =>
      (
        await db
          .selectFrom('payouts')
          .select('againConfirmedAt')
          .where('id', '=', _id)
          .executeTakeFirstOrThrow()
      ).againConfirmedAt !== null,
  }
}

async function aReturnedPayout(): Promise<Attempt> {
  const { _id } = await askedPayout(await anOwner(500))
  await first.api.payouts.act({ body: { action: 'approve', ids: [_id] } })
  await second.api.payouts.export()
  const body = { action: 'return' as const, ids: [_id], note: 'The account is closed' }
  return {
    take: async ({ api }) => requireDone(await api.payouts.act({ body })),
    isDone: async () => (await payoutStatus(_id)) === 'returned',
  }
}

/** A debt of ₹400: the owner was paid out before the sale was refunded. */
async function aDebt(): Promise<Attempt> {
  const owner = await aBuyer(app)
  const { buyer, of } = await sale(owner, 62_500)
  await isPaidOut(owner)
  await soldDaysAgo(db, of.params.id, 0)
  await refundBy(boss, { buyer, of })
  return {
    take: ({ api }) =>
      api.payouts.bookDebtRepayment({
        params: { id: owner.id },
        body: { amount: 100, reference: `HDFC${Date.now()}` },
      }),
    isDone: async () => (await balanceOf(db, `member:${owner.id}`)) > -50_000,
  }
}

let made = 0
async function aCoupon(): Promise<Attempt> {
  const code = `SHOP${++made}`
  return {
    take: ({ api }) => api.coupons.createAsStaff({ body: { ...wideLimits, code, percent: 10 } }),
    isDone: async () =>
      (await db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()) !== undefined,
  }
}

async function aSwitchedCoupon(): Promise<Attempt> {
  const body = { ...wideLimits, code: `OFF${++made}`, percent: 10 }
  const { coupon } = await boss.api.coupons.createAsStaff({ body })
  const params = { id: coupon._id }
  await boss.api.coupons.setOnAsStaff({ params, body: { isOn: false } })
  return {
    take: ({ api }) => api.coupons.setOnAsStaff({ params, body: { isOn: true } }),
    isDone: async () =>
      (await db.selectFrom('coupons').select('isOn').where('id', '=', coupon._id).executeTakeFirstOrThrow())
        .isOn,
  }
}

async function aPrice(price: number): Promise<Attempt> {
  const { id } = await aListing(db, (await aBuyer(app)).id, 50_000)
  return {
    take: ({ api }) => api.projects.update({ params: { id }, body: { price } }),
    isDone: async () => (await boss.api.projects.get({ params: { id } })).project.price === price,
  }
}

async function newRates(): Promise<Attempt> {
  const { version, value } = (await boss.api.settings.get()).settings.fees
  const refundDays = value.refundDays + 1
  return {
    take: ({ api }) =>
      api.settings.fees({
        query: { version },
        body: { ...settingsDefaults.fees, refundDays },
      }),
    isDone: async () => (await boss.api.settings.get()).settings.fees.value.refundDays === refundDays,
  }
}

async function newTax(): Promise<Attempt> {
  const { version, value } = (await boss.api.settings.get()).settings.tax
  const ratePercent = value.ratePercent === 12 ? 18 : 12
  return {
    take: ({ api }) =>
      api.settings.tax({ query: { version }, body: { ...settingsDefaults.tax, ratePercent } }),
    isDone: async () => (await boss.api.settings.get()).settings.tax.value.ratePercent === ratePercent,
  }
}

/** The ways to each act on money. */
const attempts: [MoneyAct, call: CallName, what: string, begin: () => Promise<Attempt>][] = [
  ['refund', 'refundRequests.decide', 'a sale of today', () => aRefund()],
  ['refund', 'help.refund', 'a sale of today', () => aHelpedOrder()],
  ['refund', 'recalls.recall', 'a sale of today', () => aRecall()],
  ['refund', 'recalls.refund', 'a sale of today', () => aRecall(0, { isRecalled: true })],
  ['refundFinalSale', 'refundRequests.decide', 'a sale of 60 days ago', () => aRefund(60)],
  ['refundFinalSale', 'help.refund', 'a sale of 60 days ago', () => aHelpedOrder(60)],
  ['refundFinalSale', 'recalls.recall', 'a sale of 60 days ago', () => aRecall(60)],
  ['refundFinalSale', 'recalls.refund', 'a sale of 60 days ago', () => aRecall(60, { isRecalled: true })],
  [
    'refundFinalSale',
    'heldPayments.decide',
    'delivered 60 days ago',
    () => aHeldPayment({ returned: 100, days: 60 }),
  ],
  ['returnHeldPayment', 'heldPayments.decide', 'not delivered', () => aHeldPayment({ pays: 400 })],
  ['returnHeldPayment', 'heldPayments.decide', 'delivered today', () => aHeldPayment({ returned: 100 })],
  [
    'deliverAtLoss',
    'heldPayments.decide',
    'too little came',
    () => aHeldPayment({ pays: 400, action: 'deliver' }),
  ],
  ['sendPayout', 'payouts.export', 'in a file', anExport],
  ['sendPayout', 'payouts.pay', 'marked as paid', aPayout],
  ['sendPayout', 'payouts.file', 'its file once more', aStoredFile],
  ['sendPayoutAgain', 'payouts.act', 'in another file', aPayoutSentAgain],
  ['returnPayout', 'payouts.act', 'by the bank', aReturnedPayout],
  ['bookDebtRepayment', 'payouts.bookDebtRepayment', 'after a refund', aDebt],
  ['shopCoupon', 'coupons.createAsStaff', 'a new one', aCoupon],
  ['shopCoupon', 'coupons.setOnAsStaff', 'one that is off', aSwitchedCoupon],
  ['changePrice', 'projects.update', 'down to ₹0', () => aPrice(0)],
  ['changePrice', 'projects.update', 'up to ₹9,000', () => aPrice(9000)],
  ['changeRates', 'settings.fees', 'more refund days', newRates],
  ['changeRates', 'settings.tax', 'another rate', newTax],
]

test('every act of every call that moves money is tried', () => {
  const named = Object.entries(moneyCalls).flatMap(([call, acts]) => acts.map((act) => `${act} ${call}`))
  expect([...new Set(attempts.map(([act, call]) => `${act} ${call}`))].toSorted()).toEqual(named.toSorted())
  expect([...new Set(attempts.map(([act]) => act))].toSorted()).toEqual(Object.keys(moneyActs).toSorted())
})

/** The marks in the audit log since it was emptied last. */
async function marks() {
  const rows = await db.selectFrom('staffActions').select('isAlone').execute()
  await db.deleteFrom('staffActions').execute()
  return rows.some(({ isAlone }) => isAlone)
}
const refused = (step: Promise<unknown>) =>
  expect(step).rejects.toThrow(/another member of staff|super admin|not have access|may not/i)
const canSignIn = (isActive: boolean) =>
  db.updateTable('staff').set({ isActive }).where('id', 'in', [first.id, second.id]).execute()

beforeAll(async () => {
  await sql`alter table staff_actions disable trigger staff_actions_final`.execute(db)
})

test.each(attempts)('%s by %s takes whom the table names: %s', async (act, _call, _what, begin) => {
  const people: People = moneyActs[act]
  const byOne = await begin()
  await marks()
  if (people === 'super_admin') await refused(byOne.take(first))
  else await byOne.take(first)
  expect(await byOne.isDone()).toBe(people === 'one')
  if (people.startsWith('two')) {
    await refused(byOne.take(first))
    expect(await byOne.isDone()).toBe(false)
    await byOne.take(second)
    expect(await byOne.isDone()).toBe(true)
  }
  expect(await marks()).toBe(false)
  if (people === 'one') return

  const bySuperAdmin = await begin()
  await marks()
  await bySuperAdmin.take(boss)
  if (people === 'two') {
    if (!(await bySuperAdmin.isDone())) await refused(bySuperAdmin.take(boss))
    expect(await bySuperAdmin.isDone()).toBe(false)
  } else expect(await bySuperAdmin.isDone()).toBe(true)
  expect(await marks()).toBe(people === 'two_or_super_admin')
})

const takeTwo = attempts.filter(([act]) => moneyActs[act].startsWith('two'))
test.each(takeTwo)(
  'the only one of the staff who can sign in does %s by %s alone, and the audit log marks it: %s',
  async (_act, _call, _what, begin) => {
    const attempt = await begin()
    await canSignIn(false)
    try {
      await marks()
      for (let step = 0; step < 2 && !(await attempt.isDone()); step++) await attempt.take(boss)
      expect(await attempt.isDone()).toBe(true)
      expect(await marks()).toBe(true)
    } finally {
      await canSignIn(true)
    }
  },
)

test.each([
  { age: 'within its refund days', days: 3, isPaid: false, waits: false },
  { age: 'asked for in time and paid out all the same', days: 3, isPaid: true, waits: true },
])('a sale that is $age: its refund waits for another: $waits', async ({ days, isPaid, waits }) => {
  const owner = await aBuyer(app)
  const { buyer, of } = await sale(owner, 62_500)
  if (isPaid) await isPaidOut(owner)
  await soldDaysAgo(db, of.params.id, days)
  const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
  const params = { id: refund.request!._id }
  const { needsSecondPerson } = await first.api.refundRequests.decide({
    params,
    body: { decision: 'approve' },
  })
  expect(needsSecondPerson).toBe(waits)
  expect(await isRefunded(of.params.id)).toBe(!waits)
})
