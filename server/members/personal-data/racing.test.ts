import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import type { ProblemError } from '#contract/kit/problem.ts'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, deletionCode } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  checkoutBy,
  collectWebhooks,
  postWebhook,
  balancedLedger,
  source,
  payAtGateway,
  ordersOf,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { personalDataJobs } from '../jobs.ts'

const app = await startApp()
const { db, jobs } = app
const webhooks = collectWebhooks(app)
await app.jobs.work(personalDataJobs(app.dependencies))

type Someone = Awaited<ReturnType<typeof aMember>>

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (problem: ProblemError) => problem.status,
  )
const remove = async (member: Someone) => {
  const code = await deletionCode(app, member)
  return (givenUp: number) => statusOf(member.api.personalData.deleteAccount({ body: { code, givenUp } }))
}
const statesOf = async (projectId: string) => (await ordersOf(db, { projectId })).map(({ status }) => status)
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(count)
    },
    { timeout: 60_000, interval: 20 },
  )

test('a checkout of what its owner is just taking away with the account is refused in words, and ends no deletion', async () => {
  const [owner, buyer] = [await aMember(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 0)
  const deletion = await remove(owner)
  let answers: Promise<number>[] = []
  // The lock on the owner's row makes both wait in the middle of their work, the deletion first.
  await db.transaction().execute(async (trx) => {
    await sql`select from members where id = ${owner.id} for update`.execute(trx)
    answers = [deletion(0)]
    await waiting(1)
    answers.push(statusOf(checkoutBy(buyer, source(project))))
    await waiting(2)
  })
  expect(await Promise.all(answers)).toEqual([200, 409])
  expect(await statesOf(project.id)).toEqual([])
})

test('buyers who order, pay and take while the owner deletes the account get what they paid for or a refusal, none an error', async () => {
  for (let round = 0; round < (isLong ? 8 : 2); round++) {
    const owner = await aMember(app)
    const [free, other, sold] = await Promise.all(
      [0, 0, 50_000].map((price) => aListing(db, owner.id, price)),
    )
    const buyers = await Promise.all(Array.from({ length: 4 }, () => aBuyer(app)))
    const { gateway } = await checkoutBy(buyers[0]!, source(sold!))
    const deletion = await remove(owner)
    await payAtGateway(app, gateway!.orderId)
    const [deleted, settled, ...taken] = await Promise.all([
      deletion(0),
      postWebhook(app, webhooks.splice(0)[0]!),
      ...buyers.map((buyer, n) =>
        statusOf(checkoutBy(buyer, ...(n % 2 ? [free!, other!] : [other!, free!]).map(source))),
      ),
    ])
    // 409: the amount owed has changed meanwhile.
    expect([200, 409]).toContain(deleted)
    expect(settled).toBe(200)
    for (const status of taken) expect([200, 409]).toContain(status)
    if (deleted !== 200) expect(await deletion(400)).toBe(200)
    await jobs.run()
    expect(await statesOf(sold!.id)).toEqual(['completed'])
    for (const { id } of [free!, other!])
      expect(await statesOf(id)).toEqual(taken.filter((status) => status === 200).map(() => 'completed'))
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  }
}, 60_000)

test('two who follow each other, have bought of each other and delete their accounts at once are both gone', async () => {
  for (let round = 0; round < (isLong ? 4 : 1); round++) {
    const pair = await Promise.all([aMember(app), aMember(app)])
    for (const [me, you] of [pair, pair.toReversed()] as [Someone, Someone][]) {
      await you.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
      const project = await aListing(db, you.id, 0)
      const buyer = { ...me, token: me.token }
      await checkoutBy(buyer, source(project))
      await me.api.follows.follow({ params: { id: you.id } })
      await me.api.wishlist.save({ params: { id: project.id } })
    }
    const deletions = await Promise.all(pair.map(remove))
    expect(await Promise.all(deletions.map((deletion) => deletion(0)))).toEqual([200, 200])
  }
}, 60_000)

test.each([
  ['the owner', 'before'],
  ['the owner', 'after'],
  ['somebody else', 'before'],
  ['somebody else', 'after'],
])(
  'a project that %s saves just %s its owner deletes the account ends in a list or a refusal',
  async (who, when) => {
    const owner = await aMember(app)
    const saver = who === 'the owner' ? owner : await aMember(app)
    const project = await aListing(db, owner.id, 0)
    const deletion = await remove(owner)
    const save = () => statusOf(saver.api.wishlist.save({ params: { id: project.id } }))
    const merge = () => statusOf(saver.api.wishlist.merge({ body: { projectIds: [project.id] } }))
    let deleted: Promise<number> | undefined
    let saved: Promise<number>[] = []
    await db.transaction().execute(async (trx) => {
      // The lock on these rows makes each wait in the middle of its work, in the order in which they start.
      await sql`select from members where id in (${owner.id}, ${saver.id}) for update`.execute(trx)
      if (when === 'before') saved = [save(), merge()]
      if (when === 'before') await waiting(2)
      deleted = deletion(0)
      await waiting(when === 'before' ? 3 : 1)
      if (when === 'after') saved = [save(), merge()]
      if (when === 'after') await waiting(3)
    })
    expect(await deleted).toBe(200)
    for (const status of await Promise.all(saved)) expect([200, 404]).toContain(status)
  },
)

test('two members who each saved what the other sells delete their accounts in one moment, and both are deleted', async () => {
  for (let round = 0; round < (isLong ? 6 : 2); round++) {
    const pair = [await aMember(app), await aMember(app)] as const
    const projects = await Promise.all(
      pair.flatMap(({ id }) => Array.from({ length: 4 }, () => aListing(db, id, 0))),
    )
    for (const { api } of pair) for (const { id } of projects) await api.wishlist.save({ params: { id } })
    const removals = await Promise.all(pair.map(remove))
    expect(await Promise.all(removals.map((confirmed) => confirmed(0)))).toEqual([200, 200])
  }
})
