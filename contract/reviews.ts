import { z } from 'zod'

import { endpoint, member } from './kit/endpoint.ts'
import { Done, Id, prose } from './kit/words.ts'

const Review = z.object({
  _id: z.string(),
  name: z.string(),
  /** Of a writer whose profile is public. */
  profilePicture: z.string().nullable(),
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
})
export type Review = z.infer<typeof Review>

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/reviews',
    summary: 'Reviews by buyers of a published project, newest first.',
    access: 'anyone',
    params: z.object({ id: Id }),
    reply: Done.extend({
      reviews: z.array(Review),
      /** How many reviews gave 1, 2, 3, 4 and 5. */
      distribution: z.array(z.int()).length(5),
    }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews',
    summary: 'A review by a buyer with a completed order, one for each order.',
    access: member,
    params: z.object({ id: Id }),
    body: z.object({
      rating: z.int({ error: 'Choose 1 to 5' }).min(1, 'Choose 1 to 5').max(5, 'Choose 1 to 5'),
      text: prose(2000).min(1, 'Write a few words'),
    }),
    reply: Done.extend({ review: Review }),
  }),
}
