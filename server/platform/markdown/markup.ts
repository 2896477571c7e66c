import { Marked, Renderer } from 'marked'
import sanitize, { type Tag } from 'sanitize-html'

import { withoutInvisible } from '#contract/kit/invisible.ts'

/** A picture of the upload, by our own copy of it. */
export interface Picture {
  /** The addresses of its copies by their width, the smallest first. */
  sources: { src: string; width: number }[]
  width: number
  height: number
}

/** A README to render, and the pictures that it may show, by the names in it. */
export interface Readme {
  markdown: string
  pictures?: ReadonlyMap<string, Picture>
}

/** A rendered README, and the names of the pictures in it that are no address of another site, each once. */
export interface RenderedReadme {
  html: string
  pictures: string[]
}

const defaultRenderer = new Renderer()

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    link({ raw, text, href, tokens }) {
      const isBare = raw === text
      return isBare && leadsNowhere.test(href) && this.parser.parseInline(tokens)
    },
    // The title of a callout as GitHub draws it: `> [!NOTE]`.
    blockquote({ tokens }) {
      const html = this.parser.parse(tokens)
      const [all, kind] = /^<p>\[!(note|tip|important|warning|caution)\][ \t]*(?:<br>)?\n?/i.exec(html) ?? []
      if (!all) return false
      const name = kind!.toLowerCase()
      const title = name.replace(/^./, (letter) => letter.toUpperCase())
      return `<blockquote data-callout="${name}"><p><strong>${title}</strong></p>\n<p>${html.slice(all.length)}</blockquote>\n`
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    checkbox: ({ checked }) => `<span data-task="${checked ? 'done' : 'open'}"></span> `,
    codespan(token) {
      // Keeps the dash of an option and its letters on one line.
      return defaultRenderer.codespan(token).replace(/(?<=[\s>])-[^\s<]{1,24}(?=[\s<])/g, '<span>$&</span>')
    },
    tablecell({ header, align, tokens }) {
      const tag = header ? 'th' : 'td'
      const html = this.parser.parseInline(tokens)
      const letters = html.replace(/<[^>]*>/g, '').length
      const width = letters > lettersOnOneLine ? 'long' : 'short'
      return `<${tag} data-width="${width}"${align ? ` align="${align}"` : ''}>${html}</${tag}>`
    },
  },
})

/**
 * Matches emails, addresses of the reader's own machine and made-up hosts. They stay text unless the author made them
 * links.
 */
const leadsNowhere =
  /^(mailto:|xmpp:|\w+:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|[\w.-]+\.(test|example|local|localhost|invalid))(?![\w-]|\.\w))/i

/** Longest cell, in letters, whose words stay on one line; longer cells are wrapped. */
const lettersOnOneLine = 26

/** The anchor that a heading gets on GitHub, which contents lists lead to. */
const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/<[^>]*>|!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** An anchor without what people write differently in a contents list and its heading. */
const folded = (anchor: string) => anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Renders a README as HTML that cannot run, load or imitate anything: text, lists, tables, code, plain links and our
 * own copies of pictures, with its headings below the page's own. A change of it raises `rendererVersion`. A malicious
 * README takes minutes or overflows the stack, so call it only in a thread that can be ended.
 */
export function renderedReadme({ markdown, pictures = new Map() }: Readme): RenderedReadme {
  const names = new Set<string>()
  const parsed = (marked.parse(markdown) as string).replace(imageTag, (tag) => {
    const { src = '', alt = '', width } = attributesOf(tag)
    const name = src.trim()
    if (name !== '' && names.size < maxNames) names.add(name)
    const picture = pictures.get(name)
    return picture ? pictureTag(picture, alt, width) : `<span>${alt}</span>`
  })
  const shown = new Set([...pictures.values()].flatMap(({ sources }) => sources.map(({ src }) => src)))
  const anchors = anchorsIn(parsed)
  return { html: sanitized(parsed, { shown, anchors }), pictures: [...names] }
}

/** Renders a README without pictures. */
export const readmeHtml = (markdown: string): string => renderedReadme({ markdown }).html

/** Names of pictures that are looked for in the upload. */
const maxNames = 60

const imageTag = /<img\b[^>]{0,2000}>/gi

/** The attributes of an image that the author wrote; their values are HTML. */
function attributesOf(tag: string): { src?: string; alt?: string; width?: number } {
  const value = (name: string) => {
    const found = new RegExp(`\\s${name}\\s{0,4}=\\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
    return found ? (found[1] ?? found[2] ?? found[3]) : undefined
  }
  const width = /^(\d{2,4})(?:px)?$/.exec(value('width') ?? '')?.[1]
  return {
    src: (value('src') ?? '').replaceAll('&amp;', '&'),
    alt: value('alt') ?? '',
    ...(width !== undefined && { width: Number(width) }),
  }
}

/** A picture as large as its author wanted, but never larger than it is. */
function pictureTag({ sources, ...size }: Picture, alt: string, wanted: number | undefined): string {
  const width = Math.min(wanted ?? size.width, size.width)
  const height = Math.round((size.height * width) / size.width)
  const set = sources.map(({ src, width }) => `${src} ${width}w`).join(', ')
  return `<img src="${sources.at(-1)!.src}" srcset="${set}" sizes="(min-width: 48rem) 42rem, 92vw" alt="${alt.replaceAll('"', '&quot;')}" width="${width}" height="${height}" loading="lazy" decoding="async">`
}

/** The anchors of a page that its own links lead to, by their folded name. */
function anchorsIn(html: string): Map<string, string> {
  const wanted = new Set(
    [...html.matchAll(/\shref="#([^"]{1,200})"/gi)].map(([, anchor]) => foldedLink(anchor!)),
  )
  const anchors = new Map<string, string>()
  for (const [, id] of html.matchAll(/\s(?:id|name)="([^"]{1,200})"/gi)) {
    const name = folded(id!)
    if (name !== '' && wanted.has(name) && !anchors.has(name)) anchors.set(name, `readme-${name}`)
  }
  return anchors
}

function foldedLink(anchor: string): string {
  try {
    return folded(decodeURIComponent(anchor))
  } catch {
    return folded(anchor)
  }
}

interface Known {
  /** The addresses of our own copies of pictures. */
  shown: ReadonlySet<string>
  anchors: ReadonlyMap<string, string>
}

function sanitized(html: string, { shown, anchors }: Known): string {
  // The first element with an anchor has it.
  const free = new Map(anchors)
  const heading = (tagName: string) => (_: string, attribs: Attributes) => ({
    tagName,
    attribs: anchorOf(attribs, free),
  })
  return sanitize(html, {
    allowedTags: [
      [
        'h3',
        'h4',
        'h5',
        'h6',
        'p',
        'span',
        'ul',
        'ol',
        'li',
        'blockquote',
        'hr',
        'br',
        'pre',
        'code',
        'em',
        'strong',
      ],
      ['del', 'a', 'img', 'details', 'summary', 'kbd', 'sub', 'sup', 'dl', 'dt', 'dd'],
      ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ].flat(),
    allowedAttributes: {
      a: ['href', 'rel', 'id'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
      span: [{ name: 'data-task', values: ['done', 'open'] }, 'role', 'aria-label', 'id'],
      blockquote: [{ name: 'data-callout', values: ['note', 'tip', 'important', 'warning', 'caution'] }],
      h3: ['id'],
      h4: ['id'],
      h5: ['id'],
      h6: ['id'],
      th: ['align', 'data-width'],
      td: ['align', 'data-width'],
      ol: ['start'],
      pre: ['tabindex'],
      table: ['tabindex'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      h1: heading('h3'),
      h2: heading('h4'),
      h3: heading('h5'),
      h4: heading('h6'),
      h5: heading('h6'),
      h6: heading('h6'),
      // These scroll sideways on a phone, so the keyboard must reach them.
      pre: sanitize.simpleTransform('pre', { tabindex: '0' }, false),
      table: sanitize.simpleTransform('table', { tabindex: '0' }, false),
      img: (tagName, attribs): Tag =>
        shown.has(attribs['src'] ?? '') ? { tagName, attribs } : { tagName: 'span', attribs: {} },
      span: (tagName, { 'data-task': task }): Tag => ({
        tagName,
        attribs: task
          ? { 'data-task': task, role: 'img', 'aria-label': task === 'done' ? 'Done' : 'To do' }
          : {},
      }),
      // A link to another file of the project has no target on this site, so it stays text.
      a: (_, attribs): Tag => {
        const { href = '' } = attribs
        if (/^(https?:|mailto:)/i.test(href)) return webLink(href)
        const anchor = href.startsWith('#') ? anchors.get(foldedLink(href.slice(1))) : undefined
        if (anchor !== undefined) return { tagName: 'a', attribs: { href: `#${anchor}` } }
        return { tagName: 'span', attribs: anchorOf(attribs, free) }
      },
    },
    // A badge without a name leaves a link that nobody sees, and an empty paragraph around it.
    exclusiveFilter: ({ tag, text, mediaChildren, attribs }) =>
      isEmptied.has(tag) &&
      !attribs['id'] &&
      mediaChildren.length === 0 &&
      withoutInvisible(text).trim() === '',
  })
}

type Attributes = Record<string, string>

/** Elements that are left out when nothing of theirs is to be seen. */
const isEmptied = new Set(['a', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'])

/** The anchor of an element, when a link of the page leads to it and no element before had it. */
function anchorOf({ id, name }: Attributes, free: Map<string, string>): Attributes {
  const key = folded(id ?? name ?? '')
  const anchor = free.get(key)
  free.delete(key)
  return anchor === undefined ? {} : { id: anchor }
}

/** Makes a link that search engines do not count as ours, because an owner wrote it. */
const webLink = (href: string): Tag => ({
  tagName: 'a',
  attribs: { href, rel: 'nofollow noopener noreferrer ugc' },
})
