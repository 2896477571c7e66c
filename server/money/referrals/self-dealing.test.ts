import { beforeEach, describe, expect, test } from 'vitest'

import type { Destination } from '#contract/money/destination.ts'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  balancedLedger,
  type Buyer,
  buyAndPay,
  collectWebhooks,
  source,
} from '../../../test/orders.ts'
import { bank, payoutsIn, upi } from '../../../test/payouts.ts'
import { moneyJobs } from '../jobs.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

const app = await startApp()
const { db } = app
await app.jobs.work(moneyJobs(app.dependencies))
beforeEach(() => void collectWebhooks(app))
const { sale, byStaff } = payoutsIn(app)
const { admin } = await byStaff()

type Person = Pick<Buyer, 'id' | 'api'>
const setPhone = ({ id }: Person, phone: string) =>
  db.updateTable('members').set({ phone }).where('id', '=', id).execute()
/** Asks for a payout to a destination, of earnings of the past. */
const named = async (person: Person, destination: Destination) => {
  await sale(person, 100_000)
  const { payout } = await person.api.payouts.request({ body: { destination } })
  return payout
}
const commissionOf = async (referrer: Person, owner: Person, buyer: Buyer) => {
  const before = await balanceOf(db, accounts.commission(referrer.id))
  await buyAndPay(app, buyer, source(await aListing(db, owner.id, 50_000)))
  return (await balanceOf(db, accounts.commission(referrer.id))) - before
}
const three = async () => {
  const referrer = await aBuyer(app)
  const [owner, buyer] = [await aBuyer(app), await aBuyer(app, { referredBy: referrer.id })]
  return { referrer, owner, buyer }
}
type Role = keyof Awaited<ReturnType<typeof three>>
const pairs: [Role, Role][] = [
  ['referrer', 'buyer'],
  ['referrer', 'owner'],
  ['owner', 'buyer'],
]
let count = 0
const aPhone = () => String(9_000_000_000 + count++)
const aVpa = () => ({ ...upi, vpa: `person${count++}@okaxis` })

test('three persons without anything in common earn commission, whatever they have named', async () => {
  const people = await three()
  for (const person of Object.values(people)) {
    await setPhone(person, aPhone())
    await named(person, aVpa())
  }
  expect(await commissionOf(people.referrer, people.owner, people.buyer)).toBe(5000)
  const nameless = await three()
  expect(await commissionOf(nameless.referrer, nameless.owner, nameless.buyer)).toBe(5000)
})

test('a referrer earns nothing by a sale of their own project, and the rest of the same cart is earned', async () => {
  const { referrer, owner, buyer } = await three()
  expect(await commissionOf(referrer, referrer, buyer)).toBe(0)
  const [own, others] = [await aListing(db, referrer.id, 50_000), await aListing(db, owner.id, 30_000)]
  await buyAndPay(app, buyer, source(own), source(others))
  expect(await balanceOf(db, accounts.commission(referrer.id))).toBe(3000)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

describe('nothing is earned', () => {
  test.each(pairs)('when %s and %s have the same phone', async (one, other) => {
    const people = await three()
    const phone = aPhone()
    await setPhone(people[one], phone)
    await setPhone(people[other], phone)
    expect(await commissionOf(people.referrer, people.owner, people.buyer)).toBe(0)
  })

  test.each(pairs)('when %s and %s have named the same payout destination', async (one, other) => {
    for (const destination of [aVpa(), { ...bank, accountNumber: String(50_100_000_000_000 + count++) }]) {
      const people = await three()
      await named(people[one], destination)
      await named(people[other], { ...destination, holder: 'Somebody Else' })
      expect(await commissionOf(people.referrer, people.owner, people.buyer)).toBe(0)
    }
  })

  test('when the same bank account is written with leading zeros or another branch', async () => {
    const people = await three()
    const accountNumber = String(20_300_000_000 + count++)
    await named(people.referrer, { ...bank, accountNumber })
    await named(people.buyer, { ...bank, accountNumber: `00${accountNumber}`, ifsc: 'HDFC0009999' })
    expect(await commissionOf(people.referrer, people.owner, people.buyer)).toBe(0)
  })
})

test('staff see who else has named the account of a payout', async () => {
  const { referrer, owner, buyer } = await three()
  const destination = aVpa()
  const payout = await named(referrer, destination)
  const caseOf = async () => (await admin.api.payouts.case({ params: { id: payout._id } })).payout
  expect((await caseOf()).sameDestination).toEqual([])
  await named(buyer, destination)
  await named(owner, aVpa())
  expect((await caseOf()).sameDestination).toEqual([{ id: buyer.id, name: 'Asha Rao' }])
})

const rounds = repetitions(200)

test(`of purchases by many at once nobody earns by themselves, in each of ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const people = await three()
    const phone = aPhone()
    await setPhone(people.buyer, phone)
    await setPhone(people.referrer, phone)
    const projects = await Promise.all(Array.from({ length: 4 }, () => aListing(db, people.owner.id, 20_000)))
    await Promise.all(projects.map((project) => buyAndPay(app, people.buyer, source(project))))
    expect(await balanceOf(db, accounts.commission(people.referrer.id))).toBe(0)
  }
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
