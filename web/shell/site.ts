import { useRouteLoaderData } from 'react-router'

import type { Site } from '#contract/content/content.ts'

/** The links of header and footer in one place; a page that does not exist is left out here. */
export const headerLinks: readonly ShellLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Projects', to: '/projects' },
  { label: 'Categories', to: '/categories' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
]

/** The way to sell: one's own projects with Add New Project open. */
export const sellLink: ShellLink = { label: 'Sell', to: '/profile?tab=projects&new=1' }

/** What a menu offers a member besides the profile. */
export const memberLinks: readonly ShellLink[] = [
  { label: 'My Orders', to: '/profile?tab=orders' },
  { label: 'My Projects', to: '/profile?tab=projects' },
]

/** Every support page. */
export const supportLinks: readonly ShellLink[] = [
  { label: 'Documentation', to: '/support/documentation' },
  { label: 'Help Centre', to: '/support/help' },
  { label: 'Privacy', to: '/support/privacy' },
  { label: 'Terms', to: '/support/terms' },
  { label: 'Cookie Policy', to: '/support/cookies' },
]

/** The three columns of the footer. */
export const footerGroups: readonly ShellLinkGroup[] = [
  {
    title: 'Quick Links',
    links: [...headerLinks, sellLink],
  },
  {
    title: 'Categories',
    links: ['Web Development', 'Mobile Development', 'AI/ML', 'Database', 'SaaS', 'E-commerce'].map(
      (label) => ({
        label,
        to: `/projects?category=${encodeURIComponent(label)}`,
      }),
    ),
  },
  {
    title: 'Support',
    links: supportLinks,
  },
]

export type ShellLink = { label: string; to: string }
export type ShellLinkGroup = { title: string; links: readonly ShellLink[] }
/** Sign-in and sign-up, which lead home afterwards. */
export const signingLinks: SigningLinks = { signIn: '/signin', signUp: '/signup' }

export type SigningLinks = { signIn: string; signUp: string }

/** What holds when it could not be asked for; purchases are made under what the server says. */
export const usualSite: Site = {
  operator: { legalName: null, address: null, email: null, phone: null },
  feePercent: 20,
  commissionPercent: 10,
  refundDays: 7,
  social: [],
}

/** Who runs the shop, and the fee, the commission and the refund days of purchases made now, on every page of the site. */
export const useSite = (): Site => useFrame()?.site ?? usualSite

/** The address at which people reach the site, such as https://readymade.in. */
export const useOrigin = (): string => useFrame()?.origin ?? ''

const useFrame = () => useRouteLoaderData<{ site: Site; origin: string }>('site-layout')

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

/** The steps to a page of an owner's own: over home, the profile and its projects; `here` names the page. */
export const ownerSteps = (here: string) => [
  { label: 'Home', to: '/' },
  { label: 'Profile', to: '/profile' },
  { label: 'My Projects', to: '/profile?tab=projects' },
  { label: here },
]

/** The way on from a page of an owner's own that could not be shown. */
export const toMyProjects = { to: '/profile?tab=projects', label: 'Back to My Projects' }

/** The words in the place of a page about a project of one's own that could not be shown. */
export const ownProjectFailure = {
  title: 'Failed to load project',
  missing: 'Project not found',
  to: '/profile',
  label: 'Back to Profile',
}
