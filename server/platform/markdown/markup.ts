import { Marked, Renderer } from 'marked'
import sanitize, { type Tag } from 'sanitize-html'

const asUsual = new Renderer()

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    link({ raw, text, href, tokens }) {
      const isBare = raw === text
      return isBare && leadsNowhere.test(href) && this.parser.parseInline(tokens)
    },
    codespan(token) {
      // A line does not end between the dash of an option and its letters.
      return asUsual.codespan(token).replace(/(?<=[\s>])-[^\s<]{1,24}(?=[\s<])/g, '<span>$&</span>')
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

/** An email, or an address of the reader's own machine or of a made-up host: a word of the text unless its author made it a link. */
const leadsNowhere =
  /^(mailto:|xmpp:|\w+:\/\/(localhost|127\.[\d.]+|0\.0\.0\.0|[\w.-]+\.(test|example|local|localhost|invalid))(?![\w-]|\.\w))/i

/** A cell of no more has its words side by side; the others get room for some of theirs. */
const lettersOnOneLine = 26

/**
 * A README as HTML that cannot run, load or imitate anything: text, lists, tables, code and plain links, its headings
 * below the page's own; a change of this raises `rendererVersion`. A malicious one takes minutes, or more stack than there is: only for a thread that can be ended.
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
      // A link to another file of the project leads nowhere on this site, so it stays as text.
      a: (_, { href = '' }) =>
        /^(https?:|mailto:)/i.test(href) ? webLink(href) : { tagName: 'span', attribs: {} },
    },
  })
}

/** We do not vouch for where an owner's link leads. */
const webLink = (href: string): Tag => ({
  tagName: 'a',
  attribs: { href, rel: 'nofollow noopener noreferrer ugc' },
})
