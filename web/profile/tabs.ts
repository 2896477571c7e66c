const tabs = ['profile', 'projects', 'orders', 'referrals', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** The tab that an address names; the first for any other. */
export const tabIn = (search: string): Tab =>
  tabs.find((tab) => tab === new URLSearchParams(search).get('tab')) ?? 'profile'

export const tabAddress = (tab: Tab) => `/profile?tab=${tab}`

/** Settings in edit mode, with the cursor in a field. */
export const editAddress = (field: string) => `${tabAddress('settings')}&edit=${field}`

/** What a tab says when it could not be loaded. */
export const tabFailure: Record<Tab, string> = {
  profile: 'Failed to get profile',
  projects: 'Failed to fetch projects',
  orders: 'Failed to load orders',
  referrals: 'Failed to load referrals',
  settings: 'Failed to get profile',
}
