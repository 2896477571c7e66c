import { useRouteLoaderData } from 'react-router'

import type { Site } from '#contract/content/content.ts'

/** Returns the address of the list of a category. */
export const categoryAddress = (category: string) => `/projects?category=${encodeURIComponent(category)}`

/** The links that header and footer share. */
export const headerLinks: readonly ShellLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Projects', to: '/projects' },
  { label: 'Categories', to: '/categories' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'Sell', to: '/sell' },
]

/** The member's projects with Add New Project open. */
export const newProjectAddress = '/profile?tab=projects&new=1'

/** The links of a member in a menu, besides the profile. */
export const memberLinks: readonly ShellLink[] = [
  { label: 'My Orders', to: '/profile?tab=orders' },
  { label: 'My Projects', to: '/profile?tab=projects' },
]

/** Links to every support page. */
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
    links: headerLinks,
  },
  {
    title: 'Categories',
    links: ['Web Development', 'Mobile Development', 'AI/ML', 'Database', 'SaaS', 'E-commerce'].map(
      (label) => ({
        label,
        to: categoryAddress(label),
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

/** The site facts when they could not be loaded; purchases use those of the server. */
export const defaultSite: Site = {
  operator: { legalName: null, address: null, email: null, phone: null },
  grievanceOfficer: null,
  nodalOfficer: null,
  sellsAs: 'own_name',
  feePercent: 20,
  commissionPercent: 10,
  refundDays: 7,
  helpDays: 30,
  sealedDays: 180,
  editionsStayOnSale: false,
  social: [],
}

/**
 * Returns the operator, and the fee, the commission and the refund days of purchases made now, on every page of the
 * site.
 */
export const useSite = (): Site => useSiteData()?.site ?? defaultSite

/** Returns the address at which people reach the site, such as https://readymade.in. */
export const useOrigin = (): string => useSiteData()?.origin ?? ''

const useSiteData = () => useRouteLoaderData<{ site: Site; origin: string }>('site-layout')

const tabs = ['profile', 'projects', 'orders', 'referrals', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** Returns the tab that an address names; the first by default. */
export const tabIn = (search: string): Tab =>
  tabs.find((tab) => tab === new URLSearchParams(search).get('tab')) ?? 'profile'

export const tabAddress = (tab: Tab) => `/profile?tab=${tab}`

/** Returns the address of Settings in edit mode, with the cursor in a field. */
export const editAddress = (field: string) => `${tabAddress('settings')}&edit=${field}`

/** The headings of tabs that could not be loaded. */
export const tabFailure: Record<Tab, string> = {
  profile: 'Failed to get profile',
  projects: 'Failed to fetch projects',
  orders: 'Failed to load orders',
  referrals: 'Failed to load referrals',
  settings: 'Failed to get profile',
}

/** Returns the breadcrumbs of an owner's page: home, the profile and its projects; `here` is the page's name. */
export const ownerSteps = (here: string) => [
  { label: 'Home', to: '/' },
  { label: 'Profile', to: '/profile' },
  { label: 'My Projects', to: '/profile?tab=projects' },
  { label: here },
]

/** The link on an owner's page that could not be shown. */
export const myProjectsLink = { to: '/profile?tab=projects', label: 'Back to My Projects' }

/** The texts that are shown when a page about the member's own project failed. */
export const ownProjectFailure = {
  title: 'Failed to load project',
  missing: 'Project not found',
  to: '/profile',
  label: 'Back to Profile',
}
