import { expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { aColleague, aMember, anAdmin } from '../../test/makers.ts'

const app = await startApp()
const boss = await anAdmin(app)
const admin = await aColleague(app, boss)
const other = await aColleague(app, boss, 'super_admin')

test('an ordinary admin reads rates, identity, tax, the legal texts and the blocked domains and changes none of them; a super admin does', async () => {
  const { settings } = await admin.api.settings.get()
  expect(settings.fees.value).toEqual(defaults.fees)
  const save = (by: typeof admin) => {
    const query = { version: 0 }
    return [
      () => by.api.settings.fees({ query, body: { ...defaults.fees, feeRate: 100, commissionRate: 0 } }),
      () => by.api.settings.identity({ query, body: { ...defaults.identity, legalName: 'Mine Ltd' } }),
      () => by.api.settings.tax({ query, body: { ...defaults.tax, ratePercent: 5 } }),
      () =>
        by.api.settings.supportPages({
          query,
          body: { ...defaults.supportPages, terms: '## A\nNo refunds' },
        }),
      () => by.api.settings.signUp({ query, body: { blockedDomains: 'gmail.com' } }),
    ]
  }
  for (const call of save(admin)) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await boss.api.settings.get()).settings).toMatchObject({
    fees: { version: 0 },
    identity: { version: 0 },
    tax: { version: 0 },
    supportPages: { version: 0 },
    signUp: { version: 0 },
  })
  for (const call of save(other)) await call()
  await admin.api.settings.home({ query: { version: 0 }, body: { ...defaults.home, countsProjects: true } })
})

test('an ordinary admin makes and switches no coupon of the shop, and switches those of owners', async () => {
  const body = { code: 'SHOP10', percent: 10, maxDiscount: 100, budget: 1000, maxUses: 10 }
  await expect(admin.api.coupons.createAsStaff({ body })).rejects.toMatchObject({ code: 'not_allowed' })
  const { coupon } = await other.api.coupons.createAsStaff({ body })
  for (const isOn of [false, true])
    await expect(
      admin.api.coupons.setOnAsStaff({ params: { id: coupon._id }, body: { isOn } }),
    ).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'Only a super admin switches coupons of the shop.',
    })
  const owner = await aMember(app)
  const { coupon: own } = await owner.api.coupons.create({ body: { code: 'OWNER10', percent: 10 } })
  const switched = await admin.api.coupons.setOnAsStaff({ params: { id: own._id }, body: { isOn: false } })
  expect(switched.coupon.isOn).toBe(false)
})
