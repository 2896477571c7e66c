/**
 * What crawlers are asked to leave alone: calls, what belongs to one person, and the list narrowed or ordered anew, which
 * shows the same projects at endless addresses.
 */
export const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    ...[...folders, ...narrowed.map((name) => `/projects?*${name}=`)].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const folders = [
  '/api/',
  '/admin',
  '/cart',
  '/checkout',
  '/files/',
  '/orders/',
  '/owner/',
  '/profile',
  '/sandbox/',
  '/share/',
  '/wishlist',
]
const narrowed = ['search', 'technology', 'difficulty', 'minPrice', 'maxPrice', 'sort']
