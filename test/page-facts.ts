import type { PageFacts } from '#contract/page.ts'

/** Of pages that are all the same for everybody, but for those with the paths named. */
export const allPublicBut = (...own: string[]): Omit<PageFacts, 'sitemap'> => ({
  takesForm: () => true,
  isPublic: (href) => !own.includes(new URL(href).pathname),
})
