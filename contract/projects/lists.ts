/** The categories that the public pages lead to, in their order there. */
export const publicCategories = [
  'Web Development',
  'Mobile Development',
  'AI/ML',
  'Database',
  'SaaS',
  'E-commerce',
] as const
/** Every category a project may be listed in. */
export const categories = [...publicCategories, 'Desktop App', 'Game Development', 'Security Tools'] as const
/** The categories that staff choose from (specification section 5). */
export const staffCategories = ['Web Development', 'Mobile Development', 'AI/ML', 'SaaS'] as const
export const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const
/** Price ranges to choose from, in rupees, both ends included. */
export const priceRanges: readonly { min?: number; max?: number }[] = [
  { min: 0, max: 0 },
  { max: 500 },
  { min: 500, max: 1000 },
  { min: 1000, max: 2000 },
  { min: 2000 },
]
