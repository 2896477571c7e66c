import { afterEach, expect, test } from 'vitest'

import { missingIdentity } from '#contract/staff/identity.ts'
import { type Settings, settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, resetSettings } from '../../../test/makers.ts'
import { toDoOf } from '../../dashboard/overview.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
afterEach(() => resetSettings(db))

const company = {
  ...defaults.identity,
  legalName: 'Readymade Technologies Private Limited',
  address: 'Brigade Road, Bengaluru',
  state: 'Karnataka' as const,
  gstin: '29AAGCB7383J1Z4',
}
const version = async (section: 'identity' | 'tax') =>
  (await admin.api.settings.get()).settings[section].version
const saveIdentity = async (body: Settings['identity']) =>
  admin.api.settings.identity({ query: { version: await version('identity') }, body })
const saveTax = async (changes: Partial<Settings['tax']>) =>
  admin.api.settings.tax({ query: { version: await version('tax') }, body: { ...defaults.tax, ...changes } })
const { tcs, tds } = defaults.tax
const held = { tcs: { ...tcs, on: true }, tds: { ...tds, on: true } }

test('who sells in their own name, as is the default, holds back neither TCS nor TDS, and reads why', async () => {
  expect(defaults.tax.sellsAs).toBe('own_name')
  const { sellsAs: _, ...before } = defaults.tax
  await admin.api.settings.tax({ query: { version: 0 }, body: before })
  await expect(saveTax({ tcs: held.tcs })).rejects.toMatchObject({
    details: { fields: { 'tcs/on': expect.stringContaining('marketplace') } },
  })
  await expect(saveTax({ tds: held.tds })).rejects.toMatchObject({
    details: { fields: { 'tds/on': expect.stringContaining('393(1)') } },
  })
  expect((await app.api.content.site()).site.sellsAs).toBe('own_name')
})

test('a marketplace needs a GSTIN, may hold back both, and keeps its GSTIN', async () => {
  await expect(saveTax({ sellsAs: 'marketplace' })).rejects.toMatchObject({
    details: { fields: { sellsAs: expect.stringContaining('GSTIN') } },
  })
  await saveIdentity(company)
  await saveTax({ sellsAs: 'marketplace', ...held })
  expect((await app.api.content.site()).site.sellsAs).toBe('marketplace')
  await expect(saveIdentity({ ...company, gstin: '' })).rejects.toMatchObject({
    details: { fields: { gstin: expect.any(String) } },
  })
  await expect(saveTax({ sellsAs: 'own_name', ...held })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the tax that is held back names the law in force', () => {
  expect(defaults.tax.tds.section).toBe('Section 393(1), Income-tax Act, 2025')
})

test('in live mode staff are told what is empty of who runs the shop; of a company the nodal officer too', async () => {
  const parts = (mode: 'live' | 'demo') => ({
    ...app.dependencies,
    config: { ...app.dependencies.config, mode },
  })
  expect((await toDoOf(parts('demo'))).missingIdentity).toEqual([])
  expect((await toDoOf(parts('live'))).missingIdentity).toContain('the legal name')
  await saveIdentity(company)
  const { missingIdentity: missing } = await toDoOf(parts('live'))
  expect(missing).not.toContain('the legal name')
  expect(missing).toContain('the nodal officer with phone and email')
  const whole = {
    ...company,
    legalName: 'Asha Rao',
    phone: '+91 80 1234',
    email: 'a@b.in',
    grievanceName: 'Asha Rao',
    grievanceDesignation: 'Owner',
    grievancePhone: '+91 80 1234',
    grievanceEmail: 'a@b.in',
  }
  expect(missingIdentity(whole)).toEqual([])
})
