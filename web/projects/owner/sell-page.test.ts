import { within } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import { decisionTimes } from '#contract/content/content.ts'
import { copiedLimit } from '#contract/projects/staff/evidence.ts'

import { anAdmin, resetSettings } from '../../../test/makers.ts'
import { aBuyer, aListing } from '../../../test/orders.ts'
import { startSite } from '../../../test/site.ts'

const site = await startSite()
const { api, db } = site
const owner = await aBuyer(site)

const main = async () => (await site.pageAt('/sell')).getByRole('main')

test('whoever wants to sell reads without scripts what it brings and what it asks for', async () => {
  const page = await main()
  const words = page.textContent
  for (const name of [
    'What we look for',
    'How long it takes',
    'When you are paid',
    'What you accept',
    'If it is a copy',
  ])
    within(page).getByRole('heading', { name })
  expect(words).toContain('₹799: you receive ₹639.20, before tax held back')
  expect(words).toContain('You are 18 or older and live in India.')
  expect(words).toContain(ownerLicence((await api.content.site()).site).words.slice(0, -1))
  // The page says 'half' in words.
  expect(copiedLimit).toBe(0.5)
})

test('every Sell of header, menu and footer leads there', async () => {
  const page = await site.pageAt('/')
  const links = page.getAllByRole('link', { name: 'Sell', hidden: true })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/sell', '/sell', '/sell'])
})

test('a new fee and other refund days stand there as soon as they hold', async () => {
  onTestFinished(async () => void (await resetSettings(db)))
  const { settings } = (await anAdmin(site)).api
  const body = { feeRate: 1250, commissionRate: 500, refundDays: 10 }
  await settings.fees({ query: { version: 0 }, body })
  const words = (await main()).textContent
  expect(words).toContain('₹799: you receive ₹699.12, before tax held back')
  expect(words).toContain('Our fee is 12.5% of every sale: ₹99.88.')
  expect(words).toContain('10 days after they paid')
  expect(words).toContain('for 87.5% of each price')
})

test('how long staff take is said in figures once there are enough decisions', async () => {
  const taken = /Half of our \d+ decisions in the last 30 days came within 1 hour\./
  for (let made = 1; made < decisionTimes.minDecisions; made++) await aListing(db, owner.id, 0)
  expect((await main()).textContent).not.toMatch(/Half of our/)
  await aListing(db, owner.id, 0)
  expect((await main()).textContent).toMatch(taken)
})
