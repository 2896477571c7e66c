import { expect, test } from 'vitest'

import type { stored } from '../shell/session/browser-store.ts'
import { supportPages } from './support-texts.ts'

test('the cookie policy names every entry that the site stores in a browser', () => {
  const pages = supportPages({ feePercent: 5, commissionPercent: 10, refundDays: 7 })
  const said = JSON.stringify(pages.find(({ slug }) => slug === 'cookies'))
  for (const entry of Object.keys(entries)) expect(said).toMatch(new RegExp(`\\b${entry}\\b`))
})

const entries = {
  accessToken: true,
  refreshToken: true,
  user: true,
  lostSession: true,
  drafts: true,
  lastingDrafts: true,
  typed: true,
  reloadedBuilds: true,
  otpSessionToken: true,
  signInNext: true,
  askedCode: true,
  owned: true,
  linkedReferral: true,
  cart: true,
  wishlist: true,
  theme: true,
  adminToken: true,
  adminUser: true,
  adminSidebar: true,
  featuredOrder: true,
} satisfies Record<Parameters<typeof stored>[0], true>
