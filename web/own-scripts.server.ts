import { hash, randomBytes } from 'node:crypto'

/** Marks the inline scripts that we write while a page is rendered, by their nonce; it never leaves the server. */
export const ownMark = randomBytes(16).toString('hex')

/** Takes the marks off a rendered page; answers the sources that let exactly its own inline scripts run, for a Content-Security-Policy. */
export function unmarked(marked: string): { html: string; sources: string[] } {
  const sources = [...marked.matchAll(ownScripts)].map(
    ([, text]) => `'sha256-${hash('sha256', text!, 'base64')}'`,
  )
  return { html: marked.replaceAll(mark, ''), sources: [...new Set(sources)] }
}

const mark = ` nonce="${ownMark}"`
const ownScripts = new RegExp(`<script${mark}[^>]*>(.*?)</script>`, 'gs')
