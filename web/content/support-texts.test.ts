import { expect, test } from 'vitest'

import { timesToDecide } from '#contract/content/complaint-kinds.ts'
import { helpLimits } from '#contract/orders/help.ts'
import { ownRunsPerDay } from '#contract/projects/runs.ts'

import type { stored } from '../shell/session/browser-store.ts'
import { defaultSite } from '../shell/site.ts'
import { supportPages } from './support-texts.ts'

test('the cookie policy names every entry that the site stores in a browser', () => {
  const pages = supportPages(defaultSite)
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
  seatInvitation: true,
  owned: true,
  setUpTicks: true,
  linkedReferral: true,
  cart: true,
  wishlist: true,
  compared: true,
  setAside: true,
  seenLog: true,
  theme: true,
  adminToken: true,
  adminUser: true,
  adminSidebar: true,
  featuredOrder: true,
} satisfies Record<Parameters<typeof stored>[0], true>

const textOf = (slug: string, sellsAs: 'own_name' | 'marketplace') =>
  JSON.stringify(supportPages({ ...defaultSite, sellsAs }).find((page) => page.slug === slug))

test('the terms say who sells, and which taxes that brings', () => {
  expect(textOf('terms', 'own_name')).toContain('in its own name')
  expect(textOf('terms', 'own_name')).not.toMatch(/marketplace|393\(1\)/)
  expect(textOf('terms', 'marketplace')).toContain('The owner is the seller')
  expect(textOf('terms', 'marketplace')).toMatch(/393\(1\).*TCS/)
  for (const sellsAs of ['own_name', 'marketplace'] as const)
    expect(textOf('terms', sellsAs)).not.toContain('There is no other charge')
})

test('the privacy page says how long sealed copies are kept, and nothing of them where none is made', () => {
  const privacy = (sealedDays: number) =>
    JSON.stringify(supportPages({ ...defaultSite, sealedDays }).find(({ slug }) => slug === 'privacy'))
  expect(privacy(90)).toContain('for 90 days, as an encrypted copy')
  expect(privacy(0)).not.toContain('encrypted copy')
})

test('no text names a number of days for complaints but that of the table', () => {
  for (const slug of ['help', 'terms', 'privacy'])
    expect(textOf(slug, 'own_name')).not.toMatch(/within 15 days/)
  expect(textOf('terms', 'own_name')).toContain(timesToDecide)
})

test('the texts name the days for help that are set', () => {
  const set = supportPages({ ...defaultSite, helpDays: 45 })
  expect(JSON.stringify(set)).toContain('is free for 45 days after you buy')
  expect(JSON.stringify(set)).not.toContain('free for 30 days')
})

test('the texts name the limits of help that hold', () => {
  const { silentHours, refundDaysLeft, refundDaysMore, keptDays } = helpLimits
  expect(textOf('documentation', 'own_name')).toContain(`Nobody answers for ${silentHours} hours`)
  expect(textOf('documentation', 'own_name')).toContain(`a little longer, at most ${refundDaysMore} days`)
  expect(textOf('terms', 'own_name')).toContain(`at least ${refundDaysLeft} days are left`)
  expect(textOf('terms', 'own_name')).toContain(`up to ${refundDaysMore} days more than promised`)
  expect(textOf('privacy', 'own_name')).toContain(`${keptDays} days after the request is closed`)
})

test('the texts name how often an owner may ask for a run in a day, and what a run is not', () => {
  expect(textOf('documentation', 'own_name')).toContain(`run again ${ownRunsPerDay} times a day`)
  expect(textOf('documentation', 'own_name')).toContain('We do not test everything')
})
