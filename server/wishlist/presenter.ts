import type { ProjectCard } from '#contract/projects.ts'
import type { WishlistItem } from '#contract/wishlist.ts'

/** A wished-for project by its card when it is public, else by the title that it was saved with. */
export const toItem = (projectId: string, title: string | null, card?: ProjectCard): WishlistItem => ({
  projectId,
  title: card?.title ?? title,
  price: card?.price ?? null,
  image: card?.images[0]?.url.replace('1280', '320') ?? null,
  cover: card
    ? { title: card.title, category: card.category, technologies: card.technologies, tags: card.tags }
    : null,
  available: card !== undefined,
})
