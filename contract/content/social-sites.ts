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
