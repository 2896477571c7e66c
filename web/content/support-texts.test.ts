import { expect, test } from 'vitest'

import { areas } from '../browser-store.ts'
import { supportPages } from './support-texts.ts'

test('the cookie policy names every entry that the shop keeps in a browser', () => {
  const pages = supportPages({ feePercent: 5, commissionPercent: 10, refundDays: 7 })
  const said = JSON.stringify(pages.find(({ slug }) => slug === 'cookies'))
  for (const entry of Object.keys(areas)) expect(said).toMatch(new RegExp(`\\b${entry}\\b`))
})
