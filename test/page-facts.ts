import type { PageFacts } from '#contract/page.ts'

/** The facts of pages that are public except for the given paths. */
export const allPublicBut = (...own: string[]): Omit<PageFacts, 'sitemap'> => ({
  takesForm: () => true,
  isPublic: (href) => !own.includes(new URL(href).pathname),
})
