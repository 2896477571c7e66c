import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { settingsDefaults } from '#contract/staff/settings.ts'

import { anAdmin } from '../../test/makers.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()

test('everybody sees the support page that staff wrote and the account of the shop they named, and the built-in texts where there are none', async () => {
  const { api } = await anAdmin(site)
  const before = await site.pageAt('/support/help')
  before.getByRole('heading', { name: 'Help centre' })
  expect(before.queryByRole('link', { name: /^Readymade on YouTube/ })).toBeNull()
  const youtube = 'https://www.youtube.com/@shop'
  const cookies = '## None\nWe keep {fee}, and **no** cookies.'
  const query = { version: 0 }
  await api.settings.supportPages({ query, body: { ...settingsDefaults.supportPages, cookies } })
  await api.settings.social({ query, body: { ...settingsDefaults.social, youtube } })
  const page = await site.pageAt('/support/cookies')
  within(page.getByRole('main')).getByRole('heading', { name: 'None' })
  expect(page.getByRole('main').textContent).toContain('We keep 20%, and no cookies.')
  expect(page.getByRole('link', { name: /^Readymade on YouTube/ }).getAttribute('href')).toBe(youtube)
})
