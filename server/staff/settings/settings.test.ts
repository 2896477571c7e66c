import { afterEach, expect, test } from 'vitest'

import { type Settings, settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, resetSettings } from '../../../test/makers.ts'
import { readSettings } from './service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
const settings = async () => (await admin.api.settings.get()).settings
afterEach(() => resetSettings(db))

const company = {
  ...defaults.identity,
  legalName: 'Readymade Technologies Private Limited',
  address: '4th floor, Brigade Road\nBengaluru',
  state: 'Karnataka',
  pin: '560001',
  gstin: '29AAGCB7383J1Z4',
}

/** Saves the section at its current version. */
const saveIdentity = async (body: Settings['identity']) =>
  admin.api.settings.identity({ query: { version: (await settings()).identity.version }, body })
const saveTax = async (body: Settings['tax']) =>
  admin.api.settings.tax({ query: { version: (await settings()).tax.version }, body })

test('until staff set something the defaults apply: not registered, nothing withheld', async () => {
  const unset = { version: 0, changedAt: null, changedBy: null }
  const all = Object.entries(defaults).map(([section, value]) => [section, { value, ...unset }])
  expect(await settings()).toEqual(Object.fromEntries(all))
  expect(defaults.tax).toMatchObject({ registered: false, tcs: { on: false }, tds: { on: false } })
})

test('saved values apply at once, with who changed them, and the audit log has the values before and after', async () => {
  await saveIdentity({ ...company, gstin: ' 29aagcb7383j1z4 ' })
  expect((await settings()).identity).toEqual({
    value: company,
    version: 1,
    changedAt: expect.stringMatching(/^\d{4}-/),
    changedBy: expect.any(String),
  })
  expect(await readSettings(db, 'identity')).toEqual(company)
  const tax = { ...defaults.tax, registered: true }
  await saveTax(tax)
  expect((await settings()).tax.value).toEqual(tax)
  const actions = await db
    .selectFrom('staffActions')
    .select(['staffId', 'target', 'before', 'after'])
    .where('action', '=', 'change settings')
    .execute()
  expect(actions).toEqual(
    expect.arrayContaining([
      {
        staffId: admin.id,
        target: 'settings identity',
        before: { legalName: '', address: '', state: '', pin: '', gstin: '' },
        after: {
          legalName: company.legalName,
          address: company.address,
          state: company.state,
          pin: company.pin,
          gstin: company.gstin,
        },
      },
      {
        staffId: admin.id,
        target: 'settings tax',
        before: { registered: false },
        after: { registered: true },
      },
    ]),
  )
})

test('GST cannot be on without legal name, GSTIN and address, nor can these be removed while it is on', async () => {
  const tax = { ...defaults.tax, registered: true }
  await expect(saveTax(tax)).rejects.toMatchObject({
    details: { fields: { registered: expect.any(String) } },
  })
  await saveIdentity({ ...company, address: '' })
  await expect(saveTax(tax)).rejects.toMatchObject({ code: 'invalid_input' })
  await saveIdentity(company)
  await saveTax(tax)
  for (const [field, value] of Object.entries({ gstin: '', address: '', legalName: '' }))
    await expect(saveIdentity({ ...company, [field]: value })).rejects.toMatchObject({
      details: { fields: { [field]: expect.any(String) } },
    })
  expect(await readSettings(db, 'identity')).toEqual(company)
})

test.each([
  ['gstin', '29AAGCB7383J1Z5'],
  ['state', 'Kerala'],
  ['state', 'Atlantis'],
  ['pin', '012345'],
  ['tradeName', ' '],
  ['email', 'nobody'],
  ['address', '1\n2\n3\n4\n5\n6'],
])('%s %j is refused at its field', async (field, value) => {
  await expect(saveIdentity({ ...company, [field]: value })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { [field]: expect.any(String) } },
  })
  expect((await settings()).identity.changedAt).toBeNull()
})

test('a text too long for a page is refused at its field', async () => {
  for (const [field, max] of Object.entries({ legalName: 200, address: 300, phone: 40, grievanceName: 100 }))
    await expect(saveIdentity({ ...company, [field]: 'x'.repeat(max + 1) }), field).rejects.toMatchObject({
      details: { fields: { [field]: expect.any(String) } },
    })
})

test.each([
  ['sac', '123456'],
  ['ratePercent', 18.1],
  ['ratePercent', -1],
  ['invoicePrefix', 'RMX'],
  ['creditNotePrefix', 'rm'],
])('%s %j is refused at its field', async (field, value) => {
  await expect(saveTax({ ...defaults.tax, [field]: value })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { [field]: expect.any(String) } },
  })
})

test('values of an older version are completed with defaults, and invalid ones are ignored', async () => {
  const store = (value: object) =>
    db
      .insertInto('settings')
      .values({ name: 'tax', value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  await store({ ratePercent: 12 })
  expect(await readSettings(db, 'tax')).toEqual({ ...defaults.tax, ratePercent: 12 })
  await store({ ratePercent: 'much' })
  expect(await readSettings(db, 'tax')).toEqual(defaults.tax)
})

test('members see and set nothing', async () => {
  const { api } = await aMember(app)
  await expect(api.settings.get()).rejects.toMatchObject({ status: 403 })
  const call = { query: { version: 0 }, body: defaults.tax }
  await expect(api.settings.tax(call)).rejects.toMatchObject({ status: 403 })
})

test('of two staff members who edit a section at once the later one learns who saved it, and overwrites nothing', async () => {
  const other = await anAdmin(app)
  const edit = (of: typeof admin, refundDays: number, version: number) =>
    of.api.settings.fees({ query: { version }, body: { ...defaults.fees, refundDays } })
  const both = await Promise.allSettled([edit(admin, 8, 0), edit(other, 9, 0)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { value, version, changedBy } = (await settings()).fees
  expect([value.refundDays, version]).toEqual([both[0].status === 'fulfilled' ? 8 : 9, 1])
  await expect(edit(other, 10, 0)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`${changedBy} saved this while you were editing`),
  })
  await edit(other, 10, 1)
  expect((await settings()).fees).toMatchObject({ value: { refundDays: 10 }, version: 2 })
})

test('without the version that was edited nothing is saved', async () => {
  const body = defaults.home
  for (const query of [{}, { version: '' }, { version: 'x' }, { version: -1 }])
    await expect(admin.api.settings.home({ query, body })).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await settings()).home.version).toBe(0)
})

test.each([
  ['feeRate', 5001],
  ['feeRate', 12.5],
  ['feeRate', 999],
  ['commissionRate', 2001],
  ['refundDays', 0],
  ['refundDays', 91],
])('a %s of %j is refused: the fee is at most half, the commission at most the fee', async (field, value) => {
  const body = { ...defaults.fees, [field]: value }
  await expect(admin.api.settings.fees({ query: { version: 0 }, body })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test.each([
  ['instagram', 'http://instagram.com/readymade'],
  ['instagram', 'https://instagram.com'],
  ['instagram', 'https://instagram.com.evil.example/readymade'],
  ['instagram', 'https://evil.example/instagram.com'],
  ['linkedin', 'https://me@linkedin.com/company/readymade'],
  ['x', 'javascript:alert(1)'],
])('as an account at %s, %s is refused', async (site, address) => {
  const body = { ...defaults.social, [site]: address }
  await expect(admin.api.settings.social({ query: { version: 0 }, body })).rejects.toMatchObject({
    details: { fields: { [site]: expect.stringContaining('beginning with https://') } },
  })
})

test('a social account with an address is on every page, one without is not', async () => {
  expect((await app.api.content.site()).site.social).toEqual([])
  const url = 'https://www.youtube.com/@readymade'
  await admin.api.settings.social({ query: { version: 0 }, body: { ...defaults.social, youtube: url } })
  expect((await app.api.content.site()).site.social).toEqual([{ site: 'youtube', name: 'YouTube', url }])
})
