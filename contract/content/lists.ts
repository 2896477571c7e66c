/** The lucide icons that texts may name. */
export const icons = [
  'badge-check',
  'book-open',
  'brain',
  'cloud',
  'code',
  'container',
  'database',
  'eye',
  'file-text',
  'gamepad-2',
  'globe',
  'indian-rupee',
  'life-buoy',
  'monitor',
  'scale',
  'server',
  'shield',
  'shopping-cart',
  'smartphone',
  'upload',
] as const

/** The layers by which the about page groups technologies, in that order. */
export const layers = ['Frontend', 'Backend', 'Database', 'DevOps', 'Cloud'] as const

/** The subjects of a message to the staff. */
export const subjects = [
  'General Inquiry',
  'Project Question',
  'Custom Development',
  'Technical Support',
  'Partnership',
  'Other',
] as const

/**
 * Who sells to the buyer: the platform in its own name, which owners license it to do, or each owner, on a marketplace.
 * It decides terms, papers and which taxes there are.
 */
export const sellers = ['own_name', 'marketplace'] as const
export type SellsAs = (typeof sellers)[number]

/** The sites of our social accounts, in the order of the footer: the name, and the hosts of their addresses. */
export const socialSites = {
  instagram: { name: 'Instagram', hosts: ['instagram.com'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com'] },
  x: { name: 'X', hosts: ['x.com', 'twitter.com'] },
  github: { name: 'GitHub', hosts: ['github.com'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com'] },
  telegram: { name: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  whatsapp: { name: 'WhatsApp', hosts: ['whatsapp.com', 'wa.me'] },
} as const
export type SocialSite = keyof typeof socialSites
export const socialSiteNames = Object.keys(socialSites) as SocialSite[]
