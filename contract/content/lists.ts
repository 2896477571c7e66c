/** The drawings that texts may name, each a lucide icon. */
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

/** The layers that the about page groups technologies by, in their order there. */
export const layers = ['Frontend', 'Backend', 'Database', 'DevOps', 'Cloud'] as const

/** What a message to the staff may be about. */
export const subjects = [
  'General Inquiry',
  'Project Question',
  'Custom Development',
  'Technical Support',
  'Partnership',
  'Other',
] as const

/** Where we may have an account of our own, in the order of the footer: the name, and whose addresses lead there. */
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
