import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { accounts } from '#server/money/ledger/shares.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balancedLedger,
  balanceOf,
  cartOf,
  pay,
  paymentOf,
  source,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { anyProject } from '../../projects/access.ts'
import { takeOffSale } from '../../projects/save.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)

/** A listing of a seller of its own, and a member who has begun to pay for it, with other items. */
async function begun(...others: { id: string }[]) {
  const [owner, buyer] = [await aBuyer(app), await aBuyer(app)]
  const { id } = await aListing(db, owner.id, 49_900)
  const of = { params: { id } }
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source({ id }), ...others.map(source)) })
  return { owner, buyer, of, payment }
}
type Begun = Awaited<ReturnType<typeof begun>>

const verify = ({ of }: Begun, verificationStatus: 'rejected' | 'needs_changes') =>
  admin.api.projects.update({ ...of, body: { verificationStatus, verificationNotes: 'It is a copy.' } })
const turn = ({ of: { params } }: Begun, action: 'activate' | 'deactivate') =>
  admin.api.staffProjects.bulkUpdate({ body: { projectIds: [params.id], action, data: {} } })
const statusesOf = async ({ buyer, payment: { _id } }: Begun) => {
  const { status, orders } = await paymentOf(buyer, _id)
  return { payment: status, orders: orders.map((order) => order.status).toSorted() }
}
const refundsOf = ({ payment }: Begun) =>
  db.selectFrom('refunds').select(['cause', 'amountPaise']).where('paymentId', '=', payment._id).execute()
const earned = ({ owner }: Begun) => balanceOf(db, accounts.owner(owner.id))

/** What staff do by which a listing is no longer sold, each after a checkout of it was begun. */
const byStaff: Record<string, (found: Begun) => Promise<unknown>> = {
  blocked: async ({ owner, of }) => {
    const { api } = await aBuyer(app)
    await api.complaints.send({ ...of, body: { kind: 'harmful', text: 'It sends the passwords away.' } })
    const { complaints } = await owner.api.complaints.received(of)
    const at = { params: { id: complaints[0]!._id } }
    await admin.api.complaints.block({ ...at, body: { reason: 'It may send passwords.' } })
  },
  'taken down': (found) => verify(found, 'rejected'),
  'sent back to its owner': (found) => verify(found, 'needs_changes'),
  'switched off and on again': async (found) => {
    await turn(found, 'deactivate')
    await turn(found, 'activate')
  },
  'taken down after its owner changed it': async (found) => {
    await found.owner.api.projects.ownerUpdate({ ...found.of, body: { title: 'Hospital Software' } })
    await verify(found, 'rejected')
  },
  'switched off': (found) => turn(found, 'deactivate'),
  deleted: ({ of }) => admin.api.projects.remove(of),
  'its owner deactivated': ({ owner }) =>
    admin.api.staffMembers.deactivate({ params: { id: owner.id }, body: { reason: 'Fraud' } }),
}

test.each(Object.keys(byStaff))(
  'what staff took off sale (%s) ends its open checkouts at once; money that comes all the same goes back in full',
  async (act) => {
    const found = await begun()
    await byStaff[act]!(found)
    expect(await statusesOf(found)).toEqual({ payment: 'cancelled', orders: ['cancelled'] })
    await pay(app, found.buyer, found.payment)
    expect(await statusesOf(found)).toEqual({ payment: 'captured', orders: ['cancelled'] })
    expect(await refundsOf(found)).toEqual([{ cause: 'undeliverable', amountPaise: 49_900 }])
    expect(await earned(found)).toBe(0)
    const [mail] = mailsTo(app, found.buyer.email, 'receipt')
    expect(mail).toMatchObject({ subject: 'Your money goes back to you' })
    expect(mail!.text.replaceAll('\n', ' ')).toContain(
      'Our staff recalled this before your payment reached us, or took it off sale',
    )
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  },
)

/** What owners do with their own listing after a checkout of it was begun. */
const byOwner: Record<string, (found: Begun) => Promise<unknown>> = {
  edited: ({ owner, of }) => owner.api.projects.ownerUpdate({ ...of, body: { title: 'Hospital Software' } }),
  'made dearer': ({ owner, of }) => owner.api.projects.ownerUpdate({ ...of, body: { price: 900 } }),
  'switched off': ({ owner, of }) => owner.api.projects.ownerUpdate({ ...of, body: { isActive: false } }),
  archived: ({ owner, of }) => owner.api.projects.archive(of),
  'edited, and asked for changes': async (found) => {
    await found.owner.api.projects.ownerUpdate({ ...found.of, body: { title: 'Hospital Software' } })
    await verify(found, 'needs_changes')
  },
}

test.each(Object.keys(byOwner))(
  'what its owner changed (%s) ends no checkout that was begun, and is delivered',
  async (act) => {
    const found = await begun()
    await byOwner[act]!(found)
    expect(await statusesOf(found)).toEqual({ payment: 'created', orders: ['pending'] })
    await pay(app, found.buyer, found.payment)
    expect(await statusesOf(found)).toEqual({ payment: 'captured', orders: ['completed'] })
    expect(await refundsOf(found)).toEqual([])
    expect(await earned(found)).toBe(39_920)
  },
)

test('of a cart of which staff took one part off sale the rest is delivered, and that part’s own price goes back', async () => {
  const found = await begun(await aListing(db, (await aBuyer(app)).id, 25_000))
  await verify(found, 'rejected')
  expect(await statusesOf(found)).toEqual({ payment: 'cancelled', orders: ['cancelled', 'cancelled'] })
  await pay(app, found.buyer, found.payment)
  expect(await statusesOf(found)).toEqual({ payment: 'captured', orders: ['cancelled', 'completed'] })
  expect(await refundsOf(found)).toEqual([{ cause: 'undeliverable', amountPaise: 49_900 }])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('what staff take off sale and list again can be bought again', async () => {
  const found = await begun()
  await turn(found, 'deactivate')
  await turn(found, 'activate')
  const again = {
    ...found,
    payment: (await found.buyer.api.orders.checkout({ body: cartOf(source(found.of.params)) })).payment,
  }
  await pay(app, again.buyer, again.payment)
  expect(await statusesOf(again)).toEqual({ payment: 'captured', orders: ['completed'] })
})

/** The processes that wait for a lock which another one holds. */
const waiting = async () =>
  (
    await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  ).rows

test('a payment that is being settled when staff begin to take its project off sale is delivered only when they do not', async () => {
  const found = await begun()
  const { id } = found.of.params
  const paid = await db.transaction().execute(async (trx) => {
    await anyProject(trx, id, { lock: true })
    const paying = pay(app, found.buyer, found.payment)
    await expect.poll(waiting).not.toEqual([])
    await takeOffSale(trx, [id])
    return { paying }
  })
  await paid.paying
  expect(await statusesOf(found)).toEqual({ payment: 'captured', orders: ['cancelled'] })
  expect(await refundsOf(found)).toHaveLength(1)
})

test('a payment that is settled while staff take its project off sale is delivered before, or goes back', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => begun()))
  await Promise.all(all.flatMap((found) => [pay(app, found.buyer, found.payment), verify(found, 'rejected')]))
  for (const found of all) {
    const { orders } = await statusesOf(found)
    const isDelivered = orders[0] === 'completed'
    expect(await earned(found)).toBe(isDelivered ? 39_920 : 0)
    expect(await refundsOf(found)).toHaveLength(isDelivered ? 0 : 1)
  }
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
