import { hash, randomBytes } from 'node:crypto'

import { createContext } from 'react-router'

/** A whole HTML document, and the sources that let exactly its own inline scripts run, for a Content-Security-Policy. */
export interface Document {
  bytes: Uint8Array
  scripts: string[]
}

/** A rendered document on its way from entry.server.tsx to render.ts: past the Response, which would copy it three times. */
export const documentContext = createContext<Document | null>(null)

/** Marks, as their nonce, the inline scripts that we write while a page is rendered; it never leaves the server. */
export const ownMark = randomBytes(16).toString('hex')

/**
 * Makes the document of what React rendered with `ownMark`: the marks taken off, and `script` run when all else is there.
 * Scripts are fetched after the styles, the fonts and the first picture: a page reads without them.
 */
export function documentOf(rendered: string, script: string): Document {
  const end = rendered.lastIndexOf('</body>')
  const scripts = [script]
  const pieces = ['<!DOCTYPE html>']
  let from = 0
  for (let at = rendered.indexOf(mark); at >= 0; at = rendered.indexOf(mark, from)) {
    const tag = rendered.slice(rendered.lastIndexOf('<', at), at)
    pieces.push(rendered.slice(from, at))
    from = at + mark.length
    if (/^<script\b/.test(tag)) scripts.push(contentOf(rendered, from))
    if (tag.startsWith('<link rel="modulepreload"')) pieces.push(' fetchpriority="low"')
  }
  pieces.push(rendered.slice(from, end), '<script>', script, '</script>', rendered.slice(end))
  return {
    bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    scripts: [...new Set(scripts)].map((text) => `'sha256-${hash('sha256', text, 'base64')}'`),
  }
}

const mark = ` nonce="${ownMark}"`

/** The text of the script whose start tag goes on at a place. */
const contentOf = (html: string, at: number) =>
  html.slice(html.indexOf('>', at) + 1, html.indexOf('</script>', at))
