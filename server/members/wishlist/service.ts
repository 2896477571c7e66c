import { limits } from '#contract/limits.ts'
import type { WishlistItem } from '#contract/members/wishlist.ts'
import { ProblemError } from '#contract/problem.ts'
import type { ProjectCard } from '#contract/projects/projects.ts'

import { cardsOf, publishedForSale } from '../../catalogue/service.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { keepProjects } from '../../projects/lookup-queries.ts'
import { insertItems, lockWishlist, type SavedProject, wishlistOf } from './queries.ts'

/** What saved projects are today, in their order. */
export async function itemsOf(
  connection: Connection,
  saved: { projectId: string; title: string | null }[],
): Promise<WishlistItem[]> {
  const published = await publishedOf(
    connection,
    saved.map(({ projectId }) => projectId),
  )
  const cards = await cardsOf(
    connection,
    published.map(({ projectId }) => projectId),
  )
  const byId = new Map(cards.map((card) => [card._id, card]))
  return saved.map(({ projectId, title }) => toItem(projectId, title, byId.get(projectId)))
}

/** Puts a published project on a member's wishlist, once. Throws not_found for any other, conflict when the list is full. */
export const addToWishlist = (db: Database, memberId: string, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockWishlist(trx, memberId)
    const saved = await wishlistOf(trx, memberId)
    if (saved.some((item) => item.projectId === projectId)) return
    const published = await keptOf(trx, [projectId])
    if (published.length === 0) throw new ProblemError('not_found', 'Project not found')
    if (saved.length >= limits.wishlist) throw new ProblemError('conflict', full)
    await insertItems(trx, memberId, published)
  })

/** Adds what of these projects is published and has room, the first as the newest; answers the whole wishlist and how many found no room. */
export const mergeProjects = (
  db: Database,
  memberId: string,
  projectIds: string[],
): Promise<{ saved: SavedProject[]; leftOut: number }> =>
  db.transaction().execute(async (trx) => {
    await lockWishlist(trx, memberId)
    const saved = await wishlistOf(trx, memberId)
    const known = new Set(saved.map(({ projectId }) => projectId))
    const fresh = [...new Set(projectIds)].filter((id) => !known.has(id))
    const published = await keptOf(trx, fresh)
    const room = Math.max(0, limits.wishlist - saved.length)
    await insertItems(trx, memberId, published.slice(0, room))
    return { saved: await wishlistOf(trx, memberId), leftOut: Math.max(0, published.length - room) }
  })

const full = `Your wishlist is full: it has room for ${limits.wishlist} projects. Remove one first.`

/** The published ones of these projects, in their order, with today's titles. */
async function publishedOf(connection: Connection, projectIds: string[]): Promise<SavedProject[]> {
  const published = await publishedForSale(connection, projectIds)
  const titles = new Map(published.map(({ id, title }) => [id, title]))
  return projectIds.flatMap((projectId) => {
    const title = titles.get(projectId)
    return title === undefined ? [] : [{ projectId, title }]
  })
}

/** The same, kept from being deleted: before the member's row is locked, as a deletion of an account does it. */
async function keptOf(trx: Connection, projectIds: string[]): Promise<SavedProject[]> {
  await keepProjects(trx, projectIds)
  return publishedOf(trx, projectIds)
}

/** A wished-for project by its card when it is public, else by the title that it was saved with. */
const toItem = (projectId: string, title: string | null, card?: ProjectCard): WishlistItem => ({
  projectId,
  title: card?.title ?? title,
  price: card?.price ?? null,
  image: card?.images[0]?.url.replace('1280', '320') ?? null,
  cover: card
    ? { title: card.title, category: card.category, technologies: card.technologies, tags: card.tags }
    : null,
  available: card !== undefined,
})
