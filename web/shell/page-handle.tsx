/** What every page's module says of the page, in `export const handle`. The server learns it through render.ts. */
export interface PageHandle {
  /** The same for everybody: it is rendered without the request's headers, and cached. */
  isPublic: boolean
  /** Its addresses in the sitemap. Those of projects and of lists by category the server knows. */
  sitemap?: readonly string[]
}
