/** The pages that react-router builds from web/render.ts; absent before the first build. */
declare module '#build/server/index.js' {
  import type { Pages } from '#contract/page.ts'

  export const renderPage: Pages['renderPage']
  export const facts: Pages['facts']
}
