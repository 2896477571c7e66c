import type { Send } from './client.ts'

/** A page that was asked for. */
export interface PageAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

/** What web/render.ts offers the server. Only plain data, plain functions and platform objects cross between the two bundles. */
export interface Pages {
  /** Renders the page of a request, given a way to reach the API as its client, and the nonce that the inline scripts of this page carry. */
  renderPage(request: Request, send: Send, nonce?: string): Promise<PageAnswer>
  facts: PageFacts
}

/** What the pages say of themselves before one is made. An address may be of a page or of its data. */
export interface PageFacts {
  /** Whether the page does something on the server with a form. */
  takesForm(href: string): boolean
  /** Whether the page is the same for everybody. */
  isPublic(href: string): boolean
  /** The paths of the pages that search engines should know, without those of projects and of lists by category. */
  sitemap: string[]
}
