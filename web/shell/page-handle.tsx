import type { ComponentType } from 'react'
import { type Params, type UIMatch, useLocation, useMatches } from 'react-router'

import type { Crumb } from '../ui/page.tsx'

/** Facts that a page, or the layout around it, states about itself in `export const handle`. */
export interface PageHandle<Data = unknown> {
  /**
   * On a layout: its pages are the same for everybody, so they are rendered without the request's headers and cached.
   */
  isPublic?: boolean
  /**
   * The parameters of its address that a public page reads. It is rendered and kept without any other, so that those
   * who follow a link with `?fbclid=` share a page.
   */
  reads?: readonly string[]
  /** On a layout: the end of its pages' titles; 'Readymade' by default. */
  titleEnd?: string
  /** The page's title, also before its data is loaded; 'Readymade' by default. */
  title?: string | ((data: Data | undefined) => string)
  /** The breadcrumbs of the page, shown above its title while it is loading. */
  steps?: readonly Crumb[]
  /** The sentence that is shown while the page is loading. */
  loading?: string
  /** What is drawn meanwhile in the shape of the page; two grey blocks by default. */
  shape?: ComponentType
  /** The heading of a page that failed, the heading with more texts, or a component that replaces the page. */
  failure?: string | Failure | ComponentType
  /** The page's addresses in the sitemap. The server adds those of projects and of lists by category. */
  sitemap?: readonly string[]
}

/** The texts that are shown instead of a page that failed, and a link. */
export interface Failure {
  title: string
  text?: string
  /** The heading when the page's subject does not exist; then there is no button to try again. */
  missing?: string
  missingText?: string
  to?: string | ((params: Params) => string)
  label?: string
}

/** Types the handle of a page whose title is made from the data of `Loader`. */
export const page = <Loader extends (...args: never[]) => unknown>(
  handle: PageHandle<DataIn<Awaited<ReturnType<Loader>>>>,
) => handle as PageHandle

type DataIn<Answer> = Answer extends Response
  ? never
  : Answer extends { data: infer Data; init: ResponseInit | null }
    ? Data
    : Answer

/** Returns a fact, and the innermost matched route whose handle states it. */
export function useHandle<Name extends keyof PageHandle>(name: Name) {
  const match = useMatches().findLast(({ handle }) => factIn(handle, name) !== undefined)
  return { match, fact: match && factIn(match.handle, name) }
}

const factIn = <Name extends keyof PageHandle>(handle: unknown, name: Name) =>
  (handle as PageHandle | undefined)?.[name]

/** Returns the title of the page that is open, without its end. */
export function usePageTitle(): string | undefined {
  const { match, fact } = useHandle('title')
  return typeof fact === 'function' ? fact(match?.loaderData) : fact
}

/** Returns the canonical path of the page that is open, for links that share it; its own path where it has none. */
export function usePagePath(): string {
  const { pathname } = useLocation()
  return headIn(useMatches().at(-1))?.path ?? pathname
}

/** The head of a public page, for search engines and link previews. Its loader returns it as `head`. */
export interface Head {
  /** The address at which people reach the site, such as https://readymade.in. */
  origin: string
  /** The canonical path of the page, whatever else the requested address carries. */
  path: string
  title: string
  description: string
  /** The path of the sharing image; the site's own by default. */
  image?: string
  type?: 'website' | 'product'
  /** False keeps the page out of search results while its links are followed. */
  listed?: boolean
  /** The subjects of the page, as schema.org describes them. */
  about?: Thing[]
}

/** A Thing of schema.org; undefined properties are left out. */
export interface Thing {
  '@type': string
  [property: string]: Value
}
type Value = string | number | undefined | Thing | { '@id': string } | (string | Thing)[]

/** The title and the other head tags of the page. A page without a `head` is not indexed. */
export function HeadTags() {
  const title = usePageTitle()
  const { fact: end = 'Readymade' } = useHandle('titleEnd')
  const head = headIn(useMatches().at(-1))
  if (head) return <PublicTags {...head} />
  return (
    <>
      <title>{title ? `${title} | ${end}` : 'Readymade'}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

const headIn = (match?: UIMatch) => (match?.loaderData as { head?: Head } | null | undefined)?.head

/** The head tags of a public page. */
export function PublicTags({ origin, path, title, description, type = 'website', ...rest }: Head) {
  const { image = '/og/readymade.jpg', listed = true, about = [] } = rest
  const url = origin + path
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {listed ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex, follow" />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content="Readymade" />
      <meta property="og:locale" content="en_IN" />
      <meta property="og:image" content={origin + image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {about.length > 0 && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonOf(about) }} />
      )}
    </>
  )
}

/** Makes JSON that cannot end the script in which it stands. */
const jsonOf = (about: readonly Thing[]) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': about }).replaceAll('<', String.raw`\u003c`)
