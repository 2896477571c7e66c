import { hash, randomBytes } from 'node:crypto'

import { createContext } from 'react-router'

/** A whole HTML document, and the sources that let exactly its own inline scripts run, for a Content-Security-Policy. */
export interface Document {
  html: string
  sources: string[]
}

/** A rendered document on its way from entry.server.tsx to render.ts: past the Response, which would copy it three times. */
export const documentContext = createContext<Document | null>(null)

/** Marks, as their nonce, the inline scripts that we write while a page is rendered; it never leaves the server. */
export const ownMark = randomBytes(16).toString('hex')

/** Makes the document of what React rendered with `ownMark`: the marks taken off, and `script` run when all else is there. */
export function documentOf(rendered: string, script: string): Document {
  const parts = rendered.split(` nonce="${ownMark}"`)
  const scripts = parts
    .filter((_, index) => opensScript.test(parts[index - 1]?.slice(-100) ?? ''))
    .map(contentOf)
  const last = parts.pop()!
  const end = last.lastIndexOf('</body>')
  return {
    html: [
      '<!DOCTYPE html>',
      ...parts,
      last.slice(0, end),
      '<script>',
      script,
      '</script>',
      last.slice(end),
    ].join(''),
    sources: [...new Set([...scripts, script])].map(sourceOf),
  }
}

const opensScript = /<script(?: [^<>]*)?$/

/** The text of the element whose start tag goes on here. */
const contentOf = (rest: string) => rest.slice(rest.indexOf('>') + 1, rest.indexOf('</script>'))

const sourceOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`
