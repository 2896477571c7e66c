import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import type { DisputeEvent } from '../../../test/dispute-webhook.ts'
import {
  type DisputedSale,
  disputesIn,
  frozenState,
  lostState,
  undisputedState,
} from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { anAdmin } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  buyAndPay,
  collectWebhooks,
  balancedLedger,
  report,
  source,
  anOffer,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { sendRefunds } from '../returns/send.ts'
import { applyDisputes } from './service.ts'

const app = await startApp()
const { db, dependencies } = app
const { sendEvent, aSale, paidWith, stateOf } = disputesIn(app)
const admin = await anAdmin(app)
beforeEach(() => {
  collectWebhooks(app)
  // Disputes are logged as alerts.
  return hideLog()
})

const rounds = repetitions(200, isLong ? undefined : 2)
const lossNow = () => balanceOf(db, accounts.disputesLost)
const held = () => balanceOf(db, accounts.disputesHeld)
/** Two disputes about the payment of a sale, and their later events. */
const disputed = async (sale: Pick<DisputedSale, 'paymentId' | 'amount'>) => {
  const ids = { first: `disp_1_${sale.paymentId}`, second: `disp_2_${sale.paymentId}` }
  for (const disputeId of [ids.first, ids.second]) await sendEvent('created', { ...sale, disputeId })
  return (which: keyof typeof ids, event: DisputeEvent, fields: { amount?: number } = {}) =>
    sendEvent(event, { ...sale, ...fields, disputeId: ids[which], after: 60 })
}

describe('of two disputes about one payment', () => {
  test('each freezes what was earned, once in all, until the last has ended', async () => {
    for (const last of ['first', 'second'] as const) {
      const sale = await aSale()
      const before = await held()
      const later = await disputed(sale)
      expect((await held()) - before).toBe(44_910)
      await later(last === 'first' ? 'second' : 'first', 'won')
      expect(await stateOf(sale)).toEqual(frozenState)
      await later(last, 'won')
      expect(await stateOf(sale)).toEqual(undisputedState)
      const texts = app.mails.flatMap(({ to, kind, text }) =>
        to === sale.owner.email && kind === 'dispute' ? [text] : [],
      )
      expect(texts).toHaveLength(3)
      expect(texts[1]).toContain('your share stays frozen')
      expect(texts[2]).toContain('Your share is on your balance again')
    }
  })

  test.each<['first' | 'second', 'won' | 'lost' | 'closed']>([
    ['first', 'won'],
    ['second', 'won'],
    ['first', 'closed'],
    ['second', 'closed'],
  ])('the one that is lost takes the sale back, whatever the %s becomes: %s', async (other, becomes) => {
    const inPairs = (other === 'first') === (becomes === 'won')
    for (const isLostFirst of isLong ? [true, false] : [inPairs]) {
      const sale = await aSale()
      const before = await lossNow()
      const later = await disputed(sale)
      const events = [
        () => later(other === 'first' ? 'second' : 'first', 'lost'),
        () => later(other, becomes),
      ]
      for (const event of isLostFirst ? events : events.toReversed()) expect(await event()).toBe(200)
      expect(await stateOf(sale)).toEqual(lostState)
      expect(await lossNow()).toBe(before)
      expect((await sale.buyer.api.orders.owned({})).items).toEqual([])
    }
  })

  test('that are both lost in full the owner gives back one, and the platform bears the other', async () => {
    const sale = await aSale()
    const before = await lossNow()
    const later = await disputed(sale)
    await later('second', 'lost')
    await later('first', 'lost')
    expect(await stateOf(sale)).toEqual(lostState)
    expect((await lossNow()) - before).toBe(-49_900)
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
  })

  test('that are about a part each, both lost take the sale back, and the platform bears nothing', async () => {
    const { seller: owner, buyer, project } = await anOffer(app, 49_900, { reportPricePaise: 20_000 })
    const { _id } = await buyAndPay(app, buyer, source(project), report(project))
    const paid = await paidWith(_id)
    const before = await lossNow()
    const share = await balanceOf(db, accounts.owner(owner.id))
    const later = await disputed(paid)
    await later('first', 'lost', { amount: 30_000 })
    expect((await buyer.api.orders.owned({})).items).toMatchObject([{ kind: 'source' }])
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
    await later('second', 'lost', { amount: 39_900 })
    expect(await lossNow()).toBe(before)
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
    expect((await buyer.api.orders.owned({})).items).toEqual([])
    expect(share).toBe(55_920)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('neither lets staff refund beside the bank, and both appear as frozen to them', async () => {
    const sale = await aSale({ days: 1 })
    const params = { id: sale.orderId }
    const { refund } = await sale.buyer.api.refundRequests.ask({
      params,
      body: { reason: 'It does not start.' },
    })
    const later = await disputed(sale)
    const { disputes } = await admin.api.disputes.list({ query: { state: 'open' } })
    const own = disputes.filter(({ gatewayPaymentId }) => gatewayPaymentId === sale.paymentId)
    expect(own).toHaveLength(2)
    for (const { _id: id } of own) {
      const { dispute } = await admin.api.disputes.case({ params: { id } })
      expect(dispute.orders).toMatchObject([{ outcome: 'frozen' }])
    }
    await later('first', 'won')
    const decide = () =>
      admin.api.refundRequests.decide({
        params: { id: refund.request!._id },
        body: { decision: 'approve' },
      })
    await expect(decide()).rejects.toMatchObject({ code: 'conflict' })
    await later('second', 'won')
    await decide()
    expect(await stateOf(sale)).toMatchObject({ order: 'refunded', ledger: balancedLedger })
  })

  test(`ten webhooks at once are all answered with 200 and end alike, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await aSale()
      const before = await lossNow()
      const events = (['created', 'under_review', 'action_required', 'created'] as const).flatMap(
        (event, index) =>
          ['disp_1', 'disp_2'].map((id) => ({
            event: event as DisputeEvent,
            fields: { ...sale, disputeId: `${id}_${sale.paymentId}`, after: index },
          })),
      )
      const ends = (['lost', 'won'] as const).map((event, index) => ({
        event,
        fields: { ...sale, disputeId: `disp_${index + 1}_${sale.paymentId}`, after: 60 },
      }))
      const all = round % 2 ? [...ends, ...events] : [...events, ...ends]
      const answers = await Promise.all([
        ...all.map(({ event, fields }) => sendEvent(event, fields)),
        applyDisputes(dependencies).then(() => 200),
      ])
      expect(answers).toEqual(answers.map(() => 200))
      expect(await stateOf(sale)).toEqual(lostState)
      expect(await lossNow()).toBe(before)
    }
  }, 120_000)
})

test('disputes about four payments of one owner, told at once, end without an error', async () => {
  const owner = await aBuyer(app)
  const sales = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const project = await aListing(db, owner.id, 49_900)
      return paidWith((await buyAndPay(app, await aBuyer(app), source(project)))._id)
    }),
  )
  const events = sales.flatMap((sale) =>
    ['a', 'b', 'c'].flatMap((id) =>
      (['created', 'lost'] as const).map(
        (event) => () =>
          sendEvent(event, {
            ...sale,
            disputeId: `${id}_${sale.paymentId}`,
            after: event === 'lost' ? 60 : 0,
          }),
      ),
    ),
  )
  expect(new Set(await Promise.all(events.map((event) => event())))).toEqual(new Set([200]))
  expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
