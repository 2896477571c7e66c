/** What is said while a page of staff is on its way. */
export const pendingText = (path: string): string =>
  Object.entries(texts).find(([start]) => path.startsWith(start))?.[1] ?? 'Loading...'

/** By the beginning of the address: what is inside a place before the place itself. */
const texts: Record<string, string> = {
  '/admin/dashboard': 'Loading dashboard...',
  '/admin/projects/': 'Loading project...',
  '/admin/projects': 'Loading projects...',
  '/admin/verification': 'Loading projects...',
  '/admin/analytics': 'Loading analytics...',
  '/admin/members/': 'Loading member...',
  '/admin/members': 'Loading members...',
  '/admin/orders/': 'Loading order...',
  '/admin/orders': 'Loading orders...',
  '/admin/contacts/': 'Loading message...',
  '/admin/contacts': 'Loading contacts...',
  '/admin/settings': 'Loading settings...',
}
