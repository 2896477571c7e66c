/** What react-router builds of web/render.ts, which may not be there yet. */
declare module '#build/server/index.js' {
  import type { Pages } from '#contract/site/page.ts'

  export const renderPage: Pages['renderPage']
  export const facts: Pages['facts']
}
