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
