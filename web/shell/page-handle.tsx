import type { ComponentType } from 'react'
import { type Params, type UIMatch, useMatches } from 'react-router'

import type { Crumb } from '../ui/page.tsx'

/** Facts that a page, or the layout around it, states of itself in `export const handle`. */
export interface PageHandle<Data = unknown> {
  /** On a layout: its pages are the same for everybody. They are rendered without the request's headers, and cached. */
  isPublic?: boolean
  /** On a layout: the end of its pages' titles; 'Readymade' unless given. */
  titleEnd?: string
  /** The page's name, also while it has no data. Without one it is called Readymade. */
  title?: string | ((data: Data | undefined) => string)
  /** The way to the page, shown above its name while it is loaded. */
  steps?: readonly Crumb[]
  /** The sentence that is shown while the page is loaded. */
  loading?: string
  /** The heading of a page that could not be shown, with more words, or all that stands in its place. */
  failure?: string | Failure | ComponentType
  /** The page's addresses in the sitemap. Those of projects and of lists by category the server knows. */
  sitemap?: readonly string[]
}

/** The words in the place of a page that could not be shown, and a way on. */
export interface Failure {
  title: string
  text?: string
  /** The heading when there is no such thing. Then nobody is asked to try again. */
  missing?: string
  missingText?: string
  to?: string | ((params: Params) => string)
  label?: string
}

/** The handle of a page whose title is made of the data of `Loader`. */
export const page = <Loader extends (...args: never[]) => unknown>(
  handle: PageHandle<DataIn<Awaited<ReturnType<Loader>>>>,
) => handle as PageHandle

type DataIn<Answer> = Answer extends Response
  ? never
  : Answer extends { data: infer Data; init: ResponseInit | null }
    ? Data
    : Answer

/** The innermost of the matched routes whose handle states a fact, and the fact. */
export function useHandle<Name extends keyof PageHandle>(name: Name) {
  const match = useMatches().findLast(({ handle }) => factIn(handle, name) !== undefined)
  return { match, fact: match && factIn(match.handle, name) }
}

const factIn = <Name extends keyof PageHandle>(handle: unknown, name: Name) =>
  (handle as PageHandle | undefined)?.[name]

/** The name of the page that is open, without the end of its title. */
export function usePageTitle(): string | undefined {
  const { match, fact } = useHandle('title')
  return typeof fact === 'function' ? fact(match?.loaderData) : fact
}

/** What search engines and link previews are to know of a public page. Made in its loader as `head`. */
export interface Head {
  /** The address at which people reach the site, such as https://readymade.in. */
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

/** The title of the page and all else that its document's head says of it. A page without a `head` is kept out of search results. */
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

/** The tags of a page that anybody may find. */
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

/** JSON that cannot end the script it stands in. */
const jsonOf = (about: readonly Thing[]) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': about }).replaceAll('<', String.raw`\u003c`)
