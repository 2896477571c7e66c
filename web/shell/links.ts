/** The links of header and footer in one place; a page that does not exist is left out here. */
export const headerLinks: readonly ShellLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Projects', to: '/projects' },
]

/** The three columns of the footer. */
export const footerGroups: readonly ShellLinkGroup[] = [
  {
    title: 'Quick Links',
    links: [...headerLinks, { label: 'Cart', to: '/cart' }, { label: 'My profile', to: '/profile' }],
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
]

/** Where Readymade is on other sites; an empty list shows no icons. */
export const socialLinks: readonly SocialLink[] = []

export type ShellLink = { label: string; to: string }
export type ShellLinkGroup = { title: string; links: readonly ShellLink[] }
export type SocialLink = {
  label: string
  href: string
  icon: 'github' | 'linkedin' | 'youtube' | 'instagram' | 'x'
}
