import { afterEach, expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin } from '../../../test/makers.ts'
import { readSettings } from '../../settings/service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
const settings = async () => (await admin.api.settings.get()).settings
afterEach(() => db.deleteFrom('settings').execute())

const company = {
  ...defaults.identity,
  legalName: 'Readymade Technologies Private Limited',
  address: '4th floor, Brigade Road\nBengaluru',
  state: 'Karnataka',
  pin: '560001',
  gstin: '29AAGCB7383J1Z4',
}

test('until staff set something the defaults hold: not registered, nothing withheld', async () => {
  const unset = { changedAt: null, changedBy: null }
  expect(await settings()).toEqual({
    identity: { value: defaults.identity, ...unset },
    tax: { value: defaults.tax, ...unset },
    home: { value: defaults.home, ...unset },
  })
  expect(defaults.tax).toMatchObject({ registered: false, tcs: { on: false }, tds: { on: false } })
})

test('what is saved holds at once, with who changed it, and the record has what it was before', async () => {
  await admin.api.settings.identity({ body: { ...company, gstin: ' 29aagcb7383j1z4 ' } })
  expect((await settings()).identity).toEqual({
    value: company,
    changedAt: expect.stringMatching(/^\d{4}-/),
    changedBy: expect.any(String),
  })
  expect(await readSettings(db, 'identity')).toEqual(company)
  const tax = { ...defaults.tax, registered: true }
  await admin.api.settings.tax({ body: tax })
  expect((await settings()).tax.value).toEqual(tax)
  const actions = await db
    .selectFrom('staffActions')
    .select(['staffId', 'target', 'before', 'after'])
    .where('action', '=', 'change settings')
    .execute()
  expect(actions).toEqual(
    expect.arrayContaining([
      { staffId: admin.id, target: 'settings identity', before: defaults.identity, after: company },
      { staffId: admin.id, target: 'settings tax', before: defaults.tax, after: tax },
    ]),
  )
})

test('nobody is registered without GSTIN and address, and neither can be taken away from who is', async () => {
  const tax = { ...defaults.tax, registered: true }
  const saveTax = () => admin.api.settings.tax({ body: tax })
  await expect(saveTax()).rejects.toMatchObject({ details: { fields: { registered: expect.any(String) } } })
  await admin.api.settings.identity({ body: { ...company, address: '' } })
  await expect(saveTax()).rejects.toMatchObject({ code: 'invalid_input' })
  await admin.api.settings.identity({ body: company })
  await saveTax()
  for (const [field, value] of Object.entries({ gstin: '', address: '' }))
    await expect(admin.api.settings.identity({ body: { ...company, [field]: value } })).rejects.toMatchObject(
      { details: { fields: { [field]: expect.any(String) } } },
    )
  expect(await readSettings(db, 'identity')).toEqual(company)
})

test.each([
  ['gstin', '29AAGCB7383J1Z5'],
  ['state', 'Kerala'],
  ['state', 'Atlantis'],
  ['pin', '012345'],
  ['legalName', ' '],
  ['email', 'nobody'],
  ['address', '1\n2\n3\n4\n5\n6'],
])('%s %j is refused at its field', async (field, value) => {
  await expect(admin.api.settings.identity({ body: { ...company, [field]: value } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { [field]: expect.any(String) } },
  })
  expect((await settings()).identity.changedAt).toBeNull()
})

test.each([
  ['sac', '123456'],
  ['ratePercent', 18.1],
  ['ratePercent', -1],
  ['invoicePrefix', 'RMX'],
  ['creditNotePrefix', 'rm'],
])('%s %j is refused at its field', async (field, value) => {
  await expect(admin.api.settings.tax({ body: { ...defaults.tax, [field]: value } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { [field]: expect.any(String) } },
  })
})

test('what an older version stored is filled up with defaults, and what nobody can use is left alone', async () => {
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
  await expect(api.settings.tax({ body: defaults.tax })).rejects.toMatchObject({ status: 403 })
})
