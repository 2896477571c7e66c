import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'
import { helpLimits } from '#contract/orders/help.ts'

import { startApp } from '../../../test/app.ts'
import { disputesIn } from '../../../test/disputes.ts'
import { helpIn } from '../../../test/help.ts'
import { brokenInvariants, noViolations } from '../../../test/invariants.ts'
import { repetitions } from '../../../test/long.ts'
import { aColleague, anAdmin } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  type Buyer,
  buyAndPay,
  collectWebhooks,
  source,
} from '../../../test/orders.ts'
import { upi } from '../../../test/payouts.ts'
import { randomBy, seed } from '../../../test/seed.ts'
import { followHelp } from './follow.ts'

const app = await startApp()
collectWebhooks(app)
const { db, dependencies } = app
const { open, write, change } = helpIn(app)
const { paidWith, sendEvent } = disputesIn(app)
const histories = repetitions(1000, 6)
const random = randomBy(seed)
const below = (max: number) => Math.floor(random() * max)
const oneOf = <T>(items: readonly T[]): T => items[below(items.length)]!

/** Some owners with a listing each, and staff. Their sessions end after a quarter of an hour, so others follow them. */
async function somePeople() {
  const boss = await anAdmin(app)
  const owners: { owner: Buyer; project: Awaited<ReturnType<typeof aListing>> }[] = []
  for (let count = 0; count < 3; count++) {
    const owner = await aBuyer(app)
    owners.push({ owner, project: await aListing(db, owner.id, 62_500) })
  }
  return { boss, colleague: await aColleague(app, boss), owners }
}
type People = Awaited<ReturnType<typeof somePeople>>

/** Lets hours pass for all orders and all that was written about them. */
async function passes(hours: number) {
  const interval = sql`make_interval(hours => ${hours})`
  await sql`update orders set completed_at = completed_at - ${interval} where completed_at is not null`.execute(
    db,
  )
  await sql`update help_requests set opened_at = opened_at - ${interval}, ends_at = ends_at - ${interval},
    waiting_since = waiting_since - ${interval}, due_at = due_at - ${interval}, last_answer_at = last_answer_at - ${interval},
    closed_at = closed_at - ${interval}`.execute(db)
  await sql`update refund_requests set requested_at = requested_at - ${interval}`.execute(db)
  await db.deleteFrom('attempts').execute()
}

/** What each order says of its money now. */
const orders = async () =>
  (
    await sql<{
      id: string
      ownerId: string
      refundDays: number
      promised: number
      share: number
      isOver: boolean
      isAskable: boolean
    }>`
    select orders.id, owner_id, refund_days, coalesce(promised_refund_days, refund_days) as promised,
      entry.amount_paise as share, completed_at + refund_days * interval '1 day' <= now() as is_over,
      (status = 'refund_requested' or status = 'completed' and completed_at + refund_days * interval '1 day' > now())
        and not exists (select from disputed_orders where order_id = orders.id and outcome is null) as is_askable
    from orders join ledger_transactions posting on posting.order_id = orders.id and posting.kind = 'sale'
      join ledger_entries entry on entry.transaction_id = posting.id and entry.account = 'member:' || owner_id`.execute(
      db,
    )
  ).rows

const known = new Map<string, { refundDays: number; isOver: boolean }>()
/** Checks what must hold at every moment. */
async function check({ owners }: People, log: string[]) {
  const told = `FC_SEED=${seed}: ${log.join('; ')}`
  const all = await orders()
  for (const { id, refundDays, promised, isOver } of all) {
    const before = known.get(id)
    expect(promised, told).toBe(7)
    expect(refundDays, told).toBeLessThanOrEqual(promised + helpLimits.refundDaysMore)
    expect(refundDays, `a date got earlier: ${told}`).toBeGreaterThanOrEqual(before?.refundDays ?? promised)
    if (before?.isOver) expect(isOver, `what was payable can be asked back again: ${told}`).toBe(true)
    known.set(id, { refundDays, isOver })
  }
  for (const { owner } of owners) {
    const askable = all.filter(({ ownerId, isAskable }) => ownerId === owner.id && isAskable)
    const held = askable.reduce((sum, { share }) => sum + share, 0)
    const { payable } = (await owner.api.payouts.mine({ query: {} })).balance
    const balance = await balanceOf(db, `member:${owner.id}`)
    expect(100 * payable, `money that can be asked back is payable: ${told}`).toBeLessThanOrEqual(
      Math.max(0, balance - held),
    )
  }
}

/** A history of one purchase: what its buyer, its owner, staff, the bank and the clock may do. */
async function aHistory({ boss, colleague, owners }: People) {
  const { owner, project } = oneOf(owners)
  const buyer = await aBuyer(app)
  const { _id: payment, orders: bought } = await buyAndPay(app, buyer, source(project))
  const of = { params: { id: bought[0]!._id } }
  const staff = () => oneOf([boss, colleague]).api
  let disputed = false
  const waiting = async () => (await buyer.api.refundRequests.get(of)).refund.request
  const steps: Record<string, () => Promise<unknown>> = {
    'hours pass': () => passes(1 + below(30)),
    'days pass': () => passes(24 + below(100)),
    'the job runs': () => followHelp(dependencies),
    'asks for help': () => open(buyer.api, of, { text: `It does not run, ${randomUUID()}.` }),
    'writes again': () => write(buyer.api, of, `Still not, ${randomUUID()}.`),
    'the owner answers': () => write(owner.api, of, `Try this, ${randomUUID()}.`),
    'staff answer': () => write(staff(), of, `Try that, ${randomUUID()}.`),
    'says that it is solved': () => change(buyer.api, of, 'solved'),
    'calls staff': () => change(oneOf([buyer.api, staff()]), of, 'escalated'),
    'asks for the money': () =>
      buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } }),
    'takes the request back': () => buyer.api.refundRequests.withdraw(of),
    'staff decide': async () => {
      const request = await waiting()
      const body = { decision: oneOf(['approve', 'decline', 'decline'] as const), note: 'A note' }
      return request && staff().refundRequests.decide({ params: { id: request._id }, body })
    },
    'staff refund from the thread': () => staff().help.refund({ ...of, body: { note: 'A note' } }),
    'the bank disputes': async () => {
      disputed = true
      await sendEvent('created', await paidWith(payment))
    },
    'the bank decides': async () => {
      if (disputed) await sendEvent(oneOf(['won', 'lost'] as const), await paidWith(payment))
    },
    'is paid out': async () => {
      const { payout } = await owner.api.payouts.request({ body: { destination: upi } })
      await colleague.api.payouts.act({ body: { action: 'approve', ids: [payout._id] } })
      const payments = [{ number: payout.number, reference: `UTR${randomUUID().slice(0, 12)}` }]
      await boss.api.payouts.pay({ body: { payments } })
    },
  }
  // What leads on is tried more often.
  const often = ['hours pass', 'the job runs', 'asks for help', 'is paid out', 'the owner answers']
  const names = [...Object.keys(steps), ...often, ...often]
  const done: string[] = []
  const step = async () => {
    const name = oneOf(names)
    try {
      await steps[name]!()
      done.push(name)
    } catch (error) {
      // The clock moves all orders at once, which no transaction of the app does.
      const isClock = name.endsWith('pass') && (error as { code?: string }).code === '40P01'
      if (!isClock && !(error instanceof ProblemError && error.status < 500)) throw error
      done.push(`${name}, refused`)
    }
  }
  return { step, done }
}

test(
  `in ${histories} random histories of purchase, help, answers, refund, dispute and payout no money is payable that can be asked back, no date gets earlier, and the ledger is clean`,
  { timeout: 3_600_000 },
  async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const done = new Set<string>()
    let people = await somePeople()
    try {
      for (let number = 0; number < histories; number++) {
        if (number % 50 === 49) people = await somePeople()
        const { step, done: log } = await aHistory(people)
        for (let count = 0; count < 12; count++) {
          await (random() < 0.8 ? step() : Promise.all([step(), step(), step()]))
          await check(people, log)
        }
        for (const name of log) done.add(name)
        if (number % 50 === 0) expect(await brokenInvariants(db), log.join('; ')).toEqual(noViolations)
      }
      expect(await brokenInvariants(db)).toEqual(noViolations)
    } finally {
      written.mockRestore()
    }
    if (histories < 50) return
    expect([...known.values()].some(({ refundDays }) => refundDays > 7)).toBe(true)
    for (const name of ['asks for help', 'the owner answers', 'is paid out'])
      expect([...done], 'otherwise it would prove nothing').toContain(name)
  },
)

/** Makes a call again while the app sheds load. */
const patiently = async (call: () => Promise<unknown>): Promise<unknown> =>
  call().catch(async (error: unknown) => {
    if ((error as ProblemError).status !== 503) throw error
    await pause(100)
    return patiently(call)
  })

test(
  '200 answers, closes and refunds at once leave each request in one state',
  { timeout: 120_000 },
  async () => {
    const sent = repetitions(200, 20)
    const { boss, owners } = await somePeople()
    const { owner, project } = owners[0]!
    const buyers: { buyer: Buyer; of: { params: { id: string } } }[] = []
    for (let count = 0; count < sent / 4; count++) {
      const buyer = await aBuyer(app)
      const { orders: bought } = await buyAndPay(app, buyer, source(project))
      const of = { params: { id: bought[0]!._id } }
      await open(buyer.api, of)
      buyers.push({ buyer, of })
    }
    const attempts = await Promise.allSettled(
      buyers.flatMap(({ buyer, of }) => [
        patiently(() => write(owner.api, of, 'Import database.sql.')),
        patiently(() => change(buyer.api, of, 'solved')),
        patiently(() => boss.api.help.refund({ ...of, body: { note: 'It cannot run.' } })),
        followHelp(dependencies),
      ]),
    )
    const failed = attempts.flatMap((one) => (one.status === 'rejected' ? [one.reason as ProblemError] : []))
    expect(failed.filter(({ status }) => status !== 409)).toEqual([])
    for (const { of } of buyers) {
      const { requests } = await boss.api.help.get(of)
      const [request] = requests
      expect(requests).toHaveLength(1)
      expect(request).toMatchObject({ dueAt: null, closedAt: expect.any(String) })
      expect(request!.end).toBe(request!.status === 'solved' ? 'solved' : 'refunded')
    }
    expect(await brokenInvariants(db)).toEqual(noViolations)
  },
)
