import { expect, test } from 'vitest'

import type { Call } from '#contract/kit/endpoint.ts'
import type { coupons } from '#contract/orders/coupons.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, actionsOn } from '../../../test/makers.ts'
import { aBuyer, wideLimits, aCode } from '../../../test/orders.ts'

const app = await startApp()
const admin = await anAdmin(app)

type Terms = Call<typeof coupons.create>['body']

test('coupons are made by an owner for themselves alone, with a code that is free, and are switched off by them or staff', async () => {
  const seller = await aBuyer(app)
  const code = aCode()
  await seller.api.coupons.create({ body: { code, percent: 10 } })
  const again = seller.api.coupons.create({ body: { code: code.toLowerCase(), percent: 5 } })
  await expect(again).rejects.toMatchObject({
    details: { fields: { code: expect.stringContaining('taken') } },
  })
  const { coupons: mine } = await seller.api.coupons.mine({ query: {} })
  expect(mine.map((coupon) => coupon.code)).toEqual([code])
  const params = { id: mine[0]!._id }
  const stranger = await aBuyer(app)
  expect((await stranger.api.coupons.mine({ query: {} })).coupons).toEqual([])
  const foreign = stranger.api.coupons.setOn({ params, body: { isOn: false } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
  const { coupon } = await admin.api.coupons.setOnAsStaff({ params, body: { isOn: false } })
  expect(coupon).toMatchObject({ isOn: false, state: 'off' })
  expect(await actionsOn(admin, coupon._id)).toMatchObject([{ action: 'switch coupon off' }])
})

test('those of the shop are made by staff alone, and that is written down', async () => {
  const seller = await aBuyer(app)
  const body = { code: aCode(), percent: 10, ...wideLimits }
  await expect(seller.api.coupons.createAsStaff({ body })).rejects.toMatchObject({ status: 403 })
  const { coupon } = await admin.api.coupons.createAsStaff({ body })
  expect(await actionsOn(admin, coupon._id)).toMatchObject([
    { action: 'create coupon', after: { percent: 10 } },
  ])
})

test.each<[string, object]>([
  ['neither a percentage nor an amount', {}],
  ['both', { percent: 10, amount: 10 }],
  ['more than everything', { percent: 101 }],
  ['a part of a percent', { percent: 0.5 }],
  ['a negative amount', { amount: -5 }],
  ['an amount below a rupee', { amount: 0.5 }],
  ['a code of three letters', { code: 'ABC', percent: 10 }],
  ['a code with a sign', { code: 'AB-CD', percent: 10 }],
  ['an end before its beginning', { percent: 10, from: '2026-02-02', until: '2026-02-01' }],
  ['no use at all', { percent: 10, maxUses: 0 }],
])('none is made with %s', async (_name, terms) => {
  const seller = await aBuyer(app)
  const body = { code: aCode(), ...terms } as Terms
  await expect(seller.api.coupons.create({ body })).rejects.toMatchObject({ status: 400 })
})
