import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { ProblemError } from '#contract/kit/problem.ts'
import type { PayoutAction } from '#contract/money/payouts.ts'
import type { Item } from '#contract/orders/orders.ts'
import { personalDataJobs } from '#server/members/jobs.ts'
import { applyDisputes } from '#server/orders/disputes/service.ts'
import { processRecalls } from '#server/orders/recalls/notify.ts'
import { sendRefunds } from '#server/orders/returns/send.ts'
import { reconcilePayments } from '#server/orders/settle/reconcile.ts'

import type { TestApp } from './app.ts'
import { gatewayActions, type HistoryAction } from './history-of-gateway.ts'
import { aColleague, anAdmin, deleteAccount } from './makers.ts'
import {
  aBuyer,
  aListing,
  type Buyer,
  cartOf,
  collectWebhooks,
  postWebhook,
  report,
  source,
} from './orders.ts'
import { upi } from './payouts.ts'
import { randomBy } from './seed.ts'

/**
 * Begins a random history of a marketplace in an app, by a seed: `step` does one thing, or sometimes several at once,
 * that buyers, owners, staff, banks and the clock may do. What the app refuses is a step too; a failure of the app is
 * thrown.
 */
export async function historyIn(app: TestApp, seed: number) {
  const { db, dependencies } = app
  const random = randomBy(seed)
  const below = (max: number) => Math.floor(random() * max)
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)]!
  const webhooks = collectWebhooks(app)
  await app.jobs.work(personalDataJobs(dependencies)).catch(() => {})
  const boss = await anAdmin(app)
  const staff = [boss, await aColleague(app, boss)]
  const owners: Buyer[] = []
  const buyers: Buyer[] = []
  const projects: { id: string; owner: Buyer; price: number }[] = []
  const codes: { code: string; id: string; owner: Buyer | undefined }[] = []
  const unpaid: { orderId: string }[] = []
  const log: string[] = []
  const done = new Map<string, number>()

  const list = async (owner: Buyer) => {
    const price = 1000 * (1 + below(9))
    const project = await aListing(db, owner.id, price * 100, { reportPricePaise: 25_000 })
    projects.push({ id: project.id, owner, price })
  }
  const joins = async () => {
    const referredBy = random() < 0.5 && owners.length > 0 ? oneOf([...owners, ...buyers]).id : null
    buyers.push(await aBuyer(app, { referredBy }))
  }
  for (let count = 0; count < 5; count++) {
    const owner = await aBuyer(app)
    owners.push(owner)
    await list(owner)
    await list(owner)
  }
  for (let count = 0; count < 8; count++) await joins()

  const payoutsIn = (...statuses: string[]) =>
    db
      .selectFrom('payouts')
      .select(['id', 'number', 'memberId', 'exportedAt'])
      .where('status', 'in', statuses)
      .execute()
  const acts = async (action: PayoutAction, ...statuses: string[]) => {
    const all = await payoutsIn(...statuses)
    // Mostly what may be returned or sent again; sometimes what may not.
    const exported = all.filter(({ exportedAt }) => exportedAt)
    const open = ['return', 'again'].includes(action) && random() < 0.8 ? exported : all
    if (open.length === 0) throw refused
    const { api } = oneOf(staff)
    const note = action === 'approve' ? '' : 'A note'
    const { results } = await api.payouts.act({ body: { action, ids: [oneOf(open).id], note } })
    if (!results[0]!.done) throw refused
  }
  const coupon = async (kind: 'owner' | 'shop') => {
    const code = `C${randomUUID().slice(0, 8).toUpperCase()}`
    const discount =
      random() < 0.6 ? { percent: oneOf([10, 50, 90, 100]) } : { amount: oneOf([50, 900, 5000]) }
    const limited = random() < 0.5 ? { maxUsesPerMember: 1 } : {}
    if (kind === 'owner') {
      const owner = oneOf(owners)
      const made = await owner.api.coupons.create({ body: { code, ...discount, ...limited } })
      codes.push({ code, id: made.coupon._id, owner })
    } else {
      const body = {
        code,
        ...discount,
        ...limited,
        maxDiscount: oneOf([500, 3000, 20_000]),
        budget: oneOf([600, 4000, 30_000]),
        maxUses: oneOf([1, 3, 100]),
      }
      const made = await boss.api.coupons.createAsStaff({ body })
      codes.push({ code, id: made.coupon._id, owner: undefined })
    }
  }
  const tell = async (those = webhooks.splice(0)) => {
    for (const webhook of those) {
      const status = await postWebhook(app, webhook)
      if (status !== 200) throw new Error(`A webhook was answered with ${status}`)
    }
  }
  const pay = async (orderId: string, amount?: number) => {
    const outcome = amount || random() < 0.9 ? 'succeed' : 'fail'
    await app.api.sandbox.pay({ params: { orderId }, body: { outcome, ...(amount && { amount }) } })
    await tell()
  }
  const checkout = async () => {
    const [buyer, project] = [oneOf(buyers), oneOf(projects)]
    const items: Item[] = random() < 0.3 ? [source(project), report(project)] : [source(project)]
    // A cart of several owners.
    if (random() < 0.2) items.push(...projects.filter((one) => one !== project && random() < 0.2).map(source))
    const fitting = codes.filter(({ owner }) => !owner || owner.id === project.owner.id)
    const code = random() < 0.7 && fitting.length > 0 ? oneOf(fitting.slice(-6)).code : undefined
    const { payment } = await buyer.api.orders.checkout({
      body: { ...cartOf(...items), ...(code && { coupon: code }) },
    })
    return payment.gateway?.orderId
  }
  const ownedOrder = async () => {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'memberId', 'status'])
      .where('status', 'in', ['completed', 'refund_requested'])
      .where(
        'memberId',
        'in',
        buyers.map(({ id }) => id),
      )
      .execute()
    if (orders.length === 0) throw refused
    return oneOf(orders)
  }
  const leaves = async (people: Buyer[], min: number) => {
    if (people.length <= min) throw refused
    // Mostly somebody who may leave; sometimes somebody who may not.
    const all = people.map(async (one) => ({ one, ...(await one.api.personalData.deletion()) }))
    const free = (await Promise.all(all)).filter(({ deletion }) => deletion.blockers.length === 0)
    const person = random() < 0.8 && free.length > 0 ? oneOf(free).one : oneOf(people)
    const { deletion } = await person.api.personalData.deletion()
    await deleteAccount(app, person, deletion.owed)
    people.splice(people.indexOf(person), 1)
    for (const project of projects.filter(({ owner }) => owner === person))
      projects.splice(projects.indexOf(project), 1)
    await app.jobs.run()
  }

  const recall = async (project: (typeof projects)[number], refund: boolean) => {
    await boss.api.recalls.recall({
      params: { id: project.id, number: 1 },
      body: { reason: 'It holds a virus.', instructions: 'Delete it.', refund },
    })
    projects.splice(projects.indexOf(project), 1)
    await list(project.owner)
  }
  const takeDown = async (project: (typeof projects)[number]) => {
    const params = { id: project.id }
    const decide = (verificationStatus: 'rejected' | 'needs_changes') =>
      boss.api.projects.update({ params, body: { verificationStatus, verificationNotes: 'It is a copy.' } })
    await oneOf([
      () => decide('rejected'),
      () => decide('needs_changes'),
      () => boss.api.projects.remove({ params }),
      () =>
        boss.api.staffProjects.bulkUpdate({
          body: { projectIds: [project.id], action: 'deactivate', data: {} },
        }),
    ])()
    projects.splice(projects.indexOf(project), 1)
    await list(project.owner)
  }
  /** Takes off sale what somebody is paying for, who pays then. */
  const whilePaying = async (takeOff: (project: (typeof projects)[number]) => Promise<void>) => {
    const orderId = await checkout()
    if (!orderId) throw refused
    const { projectId } = await db
      .selectFrom('orders')
      .innerJoin('payments', 'payments.id', 'orders.paymentId')
      .select('projectId')
      .where('gatewayOrderId', '=', orderId)
      .executeTakeFirstOrThrow()
    await takeOff(projects.find(({ id }) => id === projectId)!)
    await pay(orderId)
  }

  const actions: HistoryAction[] = [
    [
      'buys',
      24,
      async () => {
        const orderId = await checkout()
        if (orderId) await pay(orderId)
      },
    ],
    [
      'begins a checkout',
      5,
      async () => {
        const orderId = await checkout()
        if (orderId) unpaid.push({ orderId })
      },
    ],
    [
      'pays late',
      5,
      async () => {
        if (unpaid.length === 0) throw refused
        await pay(unpaid.splice(below(unpaid.length), 1)[0]!.orderId)
      },
    ],
    ...gatewayActions({ app, boss, staff, random, oneOf, refused, checkout, pay, webhooks, tell }),
    ['recalls while somebody pays', 1, () => whilePaying((project) => recall(project, random() < 0.5))],
    ['takes down while somebody pays', 2, () => whilePaying(takeDown)],
    ['joins', 5, joins],
    ['makes a coupon', 3, () => coupon('owner')],
    ['makes a coupon of the shop', 4, () => coupon('shop')],
    [
      'switches a coupon',
      2,
      async () => {
        if (codes.length === 0) throw refused
        const { id, owner } = oneOf(codes)
        const call = { params: { id }, body: { isOn: random() < 0.5 } }
        await (owner ? owner.api.coupons.setOn(call) : boss.api.coupons.setOnAsStaff(call))
      },
    ],
    [
      'changes a price',
      3,
      async () => {
        const project = oneOf(projects)
        project.price = Math.min(500_000, Math.ceil(project.price * oneOf([0.1, 2, 20])))
        const params = { id: project.id }
        await project.owner.api.projects.ownerUpdate({ params, body: { price: project.price } })
      },
    ],
    ['lists a project', 2, () => list(oneOf(owners))],
    [
      'asks for a refund',
      5,
      async () => {
        const { id, memberId } = await ownedOrder()
        const buyer = buyers.find((one) => one.id === memberId)!
        await buyer.api.refundRequests.ask({ params: { id }, body: { reason: 'It does not start.' } })
      },
    ],
    [
      'decides a request',
      5,
      async () => {
        const { refunds } = await oneOf(staff).api.refundRequests.cases({ query: { state: 'waiting' } })
        if (refunds.length === 0) throw refused
        const decision = random() < 0.7 ? 'approve' : 'decline'
        await oneOf(staff).api.refundRequests.decide({
          params: { id: oneOf(refunds)._id },
          body: { decision, note: 'A note' },
        })
      },
    ],
    [
      'recalls a release',
      1,
      async () => {
        await recall(oneOf(projects), true)
        await processRecalls(dependencies)
      },
    ],
    ['applies disputes', 1, () => applyDisputes(dependencies)],
    ['returns money', 5, () => sendRefunds(dependencies)],
    ['asks about payments', 2, () => reconcilePayments(dependencies)],
    [
      'lets days pass',
      6,
      async () => {
        await sql`update orders set completed_at = completed_at - interval '10 days' where completed_at > now() - interval '9 days' and random() < 0.5`.execute(
          db,
        )
        // What was paid and not told yet stays new: it would count as stuck.
        await sql`update payments set created_at = created_at - interval '1 hour' where status = 'created' and created_at > now() - interval '1 hour'
          and not exists (select from sandbox_orders where sandbox_orders.id = gateway_order_id and sandbox_orders.status = 'paid')`.execute(
          db,
        )
        await sql`delete from attempts`.execute(db)
      },
    ],
    [
      'asks for a payout',
      9,
      async () => {
        const { api } = oneOf([...owners, ...owners, ...buyers])
        await api.payouts.request({ body: { destination: { ...upi, vpa: `p${below(1000)}@okaxis` } } })
      },
    ],
    ['approves a payout', 7, () => acts('approve', 'requested', 'on_hold')],
    ['holds a payout', 1, () => acts('hold', 'requested', 'approved')],
    ['declines a payout', 2, () => acts('decline', 'requested', 'approved', 'on_hold')],
    ['returns a payout', 4, () => acts('return', 'approved')],
    ['sends a payout again', 3, () => acts('again', 'approved')],
    ['exports payouts', 6, async () => (await oneOf(staff).api.payouts.export()).text()],
    [
      'pays a payout',
      5,
      async () => {
        const open = await payoutsIn('approved')
        if (open.length === 0) throw refused
        const { number } = oneOf(open)
        const payments = [
          { number: `P-${String(number).padStart(6, '0')}`, reference: `UTR${randomUUID().slice(0, 12)}` },
        ]
        const { results } = await oneOf(staff).api.payouts.pay({ body: { payments } })
        if (!results[0]!.done) throw refused
      },
    ],
    [
      'cancels a payout',
      1,
      async () => {
        const open = await payoutsIn('requested', 'on_hold')
        const mine = open.flatMap(({ id, memberId }) => {
          const member = [...owners, ...buyers].find((one) => one.id === memberId)
          return member ? [{ id, member }] : []
        })
        if (mine.length === 0) throw refused
        const { id, member } = oneOf(mine)
        await member.api.payouts.cancel({ params: { id } })
      },
    ],
    [
      'leaves as an owner',
      5,
      async () => {
        await leaves(owners, 1)
        const owner = await aBuyer(app)
        owners.push(owner)
        await list(owner)
        await list(owner)
      },
    ],
    ['leaves as a buyer', 5, () => leaves(buyers, 4)],
  ]
  const total = actions.reduce((sum, [, weight]) => sum + weight, 0)

  const one = async () => {
    let left = random() * total
    const [name, , action] = actions.find(([, weight]) => (left -= weight) < 0)!
    try {
      await action()
      done.set(name, (done.get(name) ?? 0) + 1)
      log.push(name)
    } catch (error) {
      if (error !== refused && !(error instanceof ProblemError && error.status < 500)) {
        log.push(`${name}: ${(error as Error).message}`)
        throw new Error(told(), { cause: error })
      }
      log.push(`${name}, refused`)
    }
  }
  const told = () => `FC_SEED=${seed}, step ${log.length}: ${log.slice(-30).join('; ')}`

  return {
    /** Does the next thing, or three at once. */
    step: async () => {
      if (random() < 0.8) return one()
      await Promise.all([one(), one(), one()])
    },
    /** Describes the last steps, and how to repeat the history. */
    told,
    /** The frequent actions of which none was allowed so far. */
    neverDone: () => actions.filter(([name, weight]) => weight >= 7 && !done.has(name)).map(([name]) => name),
  }
}

const refused = new Error('There was nothing to do')
