import { endpoint } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { helpFigures, ProjectCard } from '../projects/project.ts'

/** A member with a public profile, as everybody sees them. Rating and reviews are over all published projects. */
export const PublicMember = z.object({
  _id: z.string(),
  name: z.string(),
  college: z.string(),
  profilePicture: z.string().nullable(),
  memberSince: z.string(),
  rating: z.number(),
  reviews: z.int(),
  followers: z.int(),
  ...helpFigures,
})
schemaNames.add(PublicMember, { id: 'PublicMember' })
export type PublicMember = z.infer<typeof PublicMember>

export const members = {
  get: endpoint({
    method: 'GET',
    path: '/members/:id',
    summary: 'A member whose profile is public, with the published projects, newest first.',
    access: 'anyone',
    params: z.object({ id: Id }),
    query: z.object(pageWindow),
    reply: Done.extend({
      member: PublicMember,
      projects: z.array(ProjectCard),
      pagination: Pagination,
    }),
  }),
}
