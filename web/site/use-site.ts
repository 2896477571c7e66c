import { useRouteLoaderData } from 'react-router'

import type { Site } from '#contract/content.ts'

/** What holds when it could not be asked for; purchases are made under what the server says. */
export const usualSite: Site = {
  operator: { legalName: null, address: null, email: null, phone: null },
  feePercent: 20,
  commissionPercent: 10,
  refundDays: 7,
  social: [],
}

/** Who runs the shop, and the fee, the commission and the refund days of purchases made now, on every page of the site. */
export const useSite = (): Site => useRouteLoaderData<{ site: Site }>('site-layout')?.site ?? usualSite
