import type { Send } from './client.ts'

/** A rendered page. */
export interface PageAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

/**
 * The interface of web/render.ts for the server. Only plain data, plain functions and platform objects cross between
 * the two bundles.
 */
export interface Pages {
  /**
   * Renders the page of a request. `send` reaches the API as the client of the request; `nonce` is put on the inline
   * scripts of the page.
   */
  renderPage(request: Request, send: Send, nonce?: string): Promise<PageAnswer>
  facts: PageFacts
}

/** The facts about pages that are known before one is rendered. An address may be of a page or of its data. */
export interface PageFacts {
  /** Whether the page handles a form on the server. */
  acceptsForm(href: string): boolean
  /**
   * Returns the path of a page that is the same for everybody, with those parameters alone that the page reads;
   * undefined for any other page.
   */
  publicAddress(href: string): string | undefined
  /** The paths of the pages for search engines, without those of projects and of lists by category. */
  sitemap: string[]
}
