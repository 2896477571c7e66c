/** What is said while a page of staff is on its way. */
export const pendingText = (path: string): string =>
  Object.entries(texts).find(([start]) => path.startsWith(start))?.[1] ?? 'Loading...'

const texts: Record<string, string> = {
  '/admin/dashboard': 'Loading dashboard...',
  '/admin/projects': 'Loading projects...',
  '/admin/analytics': 'Loading analytics...',
  '/admin/members': 'Loading members...',
  '/admin/orders': 'Loading orders...',
  '/admin/contacts': 'Loading contacts...',
  '/admin/settings': 'Loading settings...',
}
