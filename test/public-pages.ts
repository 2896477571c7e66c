import type { PageFacts } from '#contract/page.ts'

/** The facts of pages that are public except for the given paths. */
export const publicPagesExcept = (...own: string[]): Omit<PageFacts, 'sitemap'> => ({
  acceptsForm: () => true,
  publicAddress: (href) => {
    const { pathname, search } = new URL(href)
    return own.includes(pathname) ? undefined : pathname + search
  },
})
