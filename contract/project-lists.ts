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
export const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const
