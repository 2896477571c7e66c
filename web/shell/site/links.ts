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
