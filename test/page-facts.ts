import type { PageFacts } from '#server/pages.ts'

/** Of pages that are all the same for everybody, but for those with the paths named. */
export const allPublicBut = (...own: string[]): PageFacts => ({
  takesForm: () => true,
  isPublic: (href) => !own.includes(new URL(href).pathname),
})
