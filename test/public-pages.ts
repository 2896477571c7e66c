import type { PageFacts } from '#contract/page.ts'

/** The facts of pages that are public except for the given paths. */
export const publicPagesExcept = (...own: string[]): Omit<PageFacts, 'sitemap'> => ({
  acceptsForm: () => true,
  isPublic: (href) => !own.includes(new URL(href).pathname),
})
