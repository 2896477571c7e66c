import { Marked, Renderer } from 'marked'
import sanitize, { type Tag } from 'sanitize-html'

const defaultRenderer = new Renderer()

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    link({ raw, text, href, tokens }) {
      const isBare = raw === text
      return isBare && leadsNowhere.test(href) && this.parser.parseInline(tokens)
    },
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

/**
 * Renders a README as HTML that cannot run, load or imitate anything: text, lists, tables, code and plain links, with
 * its headings below the page's own. A change of it raises `rendererVersion`. A malicious README takes minutes or
 * overflows the stack, so call it only in a thread that can be ended.
 */
export function readmeHtml(markdown: string): string {
  return sanitize(marked.parse(markdown) as string, {
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
        'del',
        'a',
      ],
      ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ].flat(),
    allowedAttributes: {
      a: ['href', 'rel'],
      th: ['align', 'data-width'],
      td: ['align', 'data-width'],
      ol: ['start'],
      pre: ['tabindex'],
      table: ['tabindex'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h3',
      h2: 'h4',
      h3: 'h5',
      h4: 'h6',
      h5: 'h6',
      // These scroll sideways on a phone, so the keyboard must reach them.
      pre: sanitize.simpleTransform('pre', { tabindex: '0' }, false),
      table: sanitize.simpleTransform('table', { tabindex: '0' }, false),
      // A link to another file of the project has no target on this site, so it stays text.
      a: (_, { href = '' }) =>
        /^(https?:|mailto:)/i.test(href) ? webLink(href) : { tagName: 'span', attribs: {} },
    },
  })
}

/** Makes a link that search engines do not count as ours, because an owner wrote it. */
const webLink = (href: string): Tag => ({
  tagName: 'a',
  attribs: { href, rel: 'nofollow noopener noreferrer ugc' },
})
