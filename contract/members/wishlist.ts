import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, list } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { ProjectCard, Thumbnail } from '../projects/project.ts'

const ProjectIds = list(Id, limits.wishlist, { tooMany: `At most ${limits.wishlist} projects` })

/** The bytes of the longest list of ids, however it is encoded. */
const idsBytes = 128 * 1024

/** A project on a wishlist in its current state; a withdrawn one has the title from when it was saved. */
export const WishlistItem = z.object({
  projectId: z.string(),
  /** Null when the project is withdrawn and this caller never saved it. */
  title: z.string().nullable(),
  /** The current price in rupees; null when the project is withdrawn. */
  price: z.number().nullable(),
  image: z.string().nullable(),
  thumbnail: Thumbnail.nullable(),
  /** The data for its label, and for drawing a cover when there is no image; null when the project is withdrawn. */
  cover: ProjectCard.pick({
    title: true,
    category: true,
    technologies: true,
    tags: true,
    languages: true,
    fileTree: true,
  }).nullable(),
  available: z.boolean(),
})
schemaNames.add(WishlistItem, { id: 'WishlistItem' })
export type WishlistItem = z.infer<typeof WishlistItem>

export const wishlist = {
  look: endpoint({
    method: 'POST',
    path: '/wishlist',
    summary: 'What these projects are today, in their order: for a wishlist that is kept in a browser.',
    access: 'anyone',
    ignoresCaller: true,
    body: z.object({ projectIds: ProjectIds }),
    bodyLimit: idsBytes,
    reply: Done.extend({ items: z.array(WishlistItem) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/users/wishlist',
    summary: "The caller's wishlist, newest first.",
    access: member,
    reply: Done.extend({ items: z.array(WishlistItem) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/users/wishlist',
    summary: `Adds published projects, the first of the list as the newest, as long as there is room for them (${limits.wishlist}); answers the whole wishlist, newest first, and how many found no room.`,
    access: member,
    body: z.object({ projectIds: ProjectIds }),
    bodyLimit: idsBytes,
    reply: Done.extend({
      saved: z.array(z.object({ projectId: z.string(), title: z.string() })),
      leftOut: z.int(),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/users/wishlist/:id',
    summary: 'Puts a published project on the wishlist; one that is there already stays once.',
    access: member,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    reply: Done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/wishlist/:id',
    summary: 'Takes a project off the wishlist; one that is not there is no failure.',
    access: member,
    params: z.object({ id: Id }),
    reply: Done,
  }),
}
