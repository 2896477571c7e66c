import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { WishlistItem } from '#contract/members/wishlist.ts'
import { thumbnailWidth } from '#contract/projects/pictures.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

import { cardsOf, publishedForSale } from '../../catalogue/service.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { lockProjectsAgainstDeletion } from '../../projects/lookup-queries.ts'
import { insertItems, lockWishlist, type SavedProject, wishlistOf } from './queries.ts'

/** The current state of saved projects, in their order. */
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

/**
 * Adds a published project to a member's wishlist, once. Throws not_found for any other, conflict when the list is
 * full.
 */
export const addToWishlist = (db: Database, memberId: string, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockWishlist(trx, memberId)
    const saved = await wishlistOf(trx, memberId)
    if (saved.some((item) => item.projectId === projectId)) return
    const published = await lockPublished(trx, [projectId])
    if (published.length === 0) throw new ProblemError('not_found', 'Project not found')
    if (saved.length >= limits.wishlist) throw new ProblemError('conflict', full)
    await insertItems(trx, memberId, published)
  })

/**
 * Adds the published ones of these projects while there is room, the first as the newest. Returns the whole wishlist
 * and the number left out.
 */
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
    const published = await lockPublished(trx, fresh)
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

/** Selects the same projects, locked against deletion, in the order of locks (docs/ARCHITECTURE.md). */
async function lockPublished(trx: Connection, projectIds: string[]): Promise<SavedProject[]> {
  await lockProjectsAgainstDeletion(trx, projectIds)
  return publishedOf(trx, projectIds)
}

/** A wishlist item with the project's card when it is public, otherwise with the title that it was saved with. */
const toItem = (projectId: string, title: string | null, card?: ProjectCard): WishlistItem => ({
  projectId,
  title: card?.title ?? title,
  price: card?.price ?? null,
  image: card?.images[0]?.url.replace('1280', String(thumbnailWidth(card.images[0].thumbnail))) ?? null,
  thumbnail: card?.images[0]?.thumbnail ?? null,
  cover: card ? coverOf(card) : null,
  available: card !== undefined,
})

const coverOf = ({ title, category, technologies, tags, languages, fileTree }: ProjectCard) => ({
  title,
  category,
  technologies,
  tags,
  languages,
  fileTree,
})
