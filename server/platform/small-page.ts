import { createHash } from 'node:crypto'

import type { FastifyReply } from 'fastify'

import { ground, ink, onSaffron, quiet, saffron } from '#contract/kit/colours.ts'

const both = ({ light, dark }: typeof ink) => `light-dark(${light},${dark})`

/**
 * The style of the page. Its mark is that of web/shell/logo.tsx; the fonts of other pages would be too much to send.
 */
const style = `
:root{color-scheme:light dark}
body{margin:0;background:${both(ground)};color:${both(ink)};font:1rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:14vh 1.25rem 3rem}
div{display:flex;align-items:center;gap:.625rem;font-size:1.375rem;font-weight:700;letter-spacing:-.02em}
h1{margin:2rem 0 .5rem;text-wrap:balance;font-size:2rem;line-height:1.15;letter-spacing:-.02em}
p{margin:0 0 1.75rem;color:${both(quiet)}}
path{fill:${both(saffron)}}
path+path{fill:none;stroke:${both(onSaffron)};stroke-width:2}
a,button{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.375rem;background:${both(saffron)};color:${both(onSaffron)};font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
form{margin:0 0 .75rem}
form+a{padding:0;background:none;color:inherit;text-decoration:underline;text-underline-offset:.2em}
a:focus-visible,button:focus-visible{outline:2px solid;outline-offset:3px}
`

interface Content {
  title: string
  text: string
  /**
   * A button that posts one field to the page's own address; `leads` also to another site, such as the store of the
   * files.
   */
  form?: { name: string; value: string; text: string; leads?: boolean }
  link: { to: string; text: string }
}

/** A page with one message and the headers that it is sent with. */
interface SmallPage {
  bytes: Buffer
  /** Type and Content-Security-Policy: only its own style and, if it has one, its own form. */
  headers: Record<string, string>
}

/** Makes a page without any other files, so that sending it is cheap. */
export const smallPage = (content: Content): SmallPage => ({
  headers: content.form ? (content.form.leads ? withLeadingForm : withForm) : withoutForm,
  bytes: Buffer.from(`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(content.title)} | Readymade</title>
<style>${style}</style>
</head>
<body>
<main>
<div><svg viewBox="4 2 24 28" width="24" height="28" aria-hidden="true"><path fill-rule="evenodd" d="M10.5 2h11L28 8.5V28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8.5zM16 12.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2"/><path d="M9 18h14M9 24h8.5"/></svg>Readymade</div>
<h1>${escaped(content.title)}</h1>
<p>${escaped(content.text)}</p>
${content.form ? `<form method="post"><button name="${content.form.name}" value="${content.form.value}">${content.form.text}</button></form>\n` : ''}<a href="${escaped(content.link.to)}">${content.link.text}</a>
</main>
</body>
</html>
`),
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const headersWith = (formAction: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
})

const withForm = headersWith("'self'")
const withLeadingForm = headersWith("'self' https:")
const withoutForm = headersWith("'none'")

/** Sends a page whose address is a secret of its reader: nothing keeps it, finds it or tells it to other sites. */
export const sendSecretPage = (reply: FastifyReply, { bytes, headers }: SmallPage) =>
  reply
    .headers({
      ...headers,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    .send(bytes)
