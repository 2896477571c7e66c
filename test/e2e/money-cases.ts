import type { Page } from '@playwright/test'

import { dispute, payout } from '../money-cases.ts'

/** Answers a page's calls for a payout and a dispute with hostile texts; returns the addresses of their pages. */
export async function withMoneyCases(page: Page): Promise<string[]> {
  await page.route(`**/api/admin/payouts/${payout._id}`, (route) =>
    route.fulfill({ json: { success: true, payout } }),
  )
  await page.route(`**/api/admin/disputes/${dispute._id}`, (route) =>
    route.fulfill({ json: { success: true, dispute } }),
  )
  return [`/admin/payouts/${payout._id}`, `/admin/disputes/${dispute._id}`]
}
