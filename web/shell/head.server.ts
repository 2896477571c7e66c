/** What search engines and link previews are to know of a page. Made in its loader, so that the browser carries none of the words twice. */
export interface PageHead {
  /** Where people reach the site, such as https://readymade.in. */
  origin: string
  /** The page's one address, from the slash on, whatever else the requested address carries. */
  path: string
  title: string
  description: string
  /** The sharing image, from the slash on; the site's own unless given. */
  image?: string
  type?: 'website' | 'product'
  /** False keeps the page out of search results while its links are followed. */
  listed?: boolean
  /** Things the page is about, as schema.org describes them. */
  about?: Thing[]
}

/** A thing in the words of schema.org; undefined properties stay out. */
export interface Thing {
  '@type': string
  [property: string]: Value
}
type Value = string | number | undefined | Thing | { '@id': string } | (string | Thing)[]

/** Every tag that the page's `meta` answers. */
export function headTags({ origin, path, title, description, type = 'website', ...rest }: PageHead) {
  const { image = '/og/readymade.jpg', listed = true, about = [] } = rest
  const url = origin + path
  return [
    { title },
    { name: 'description', content: description },
    listed
      ? { tagName: 'link' as const, rel: 'canonical', href: url }
      : { name: 'robots', content: 'noindex, follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: 'Readymade' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: origin + image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(about.length > 0
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': about } }]
      : []),
  ]
}

/** The way from the home page to this one, for the lines above a search result. */
export const breadcrumbs = (origin: string, steps: { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

/** The start of a text on one line, ended at a word with '…' when it is longer than `max` characters. */
export function summary(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max)
  const end = cut.lastIndexOf(' ')
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.\uD800-\uDBFF]+$/, '')}…`
}
