import type { Thing } from './page-handle.tsx'

/** Returns the breadcrumbs from the home page to this one as schema.org describes them, for search results. */
export const breadcrumbs = (origin: string, steps: { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

/** Shortens a text to one line of `max` characters, cut at a word and ended with '…' when it is longer. */
export function summary(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max)
  const end = cut.lastIndexOf(' ')
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.\uD800-\uDBFF]+$/, '')}…`
}
