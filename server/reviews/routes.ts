import { reviews } from '#contract/reviews.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { reviewsOf, writeReview } from './service.ts'

export const reviewRoutes = (serve: Serve, parts: Parts) =>
  serve(reviews, {
    list: async ({ params }, { caller }) => ({
      success: true,
      ...(await reviewsOf(parts, caller, params.id)),
    }),
    write: async ({ params, body }, { caller }) => ({
      success: true,
      review: await writeReview(parts, caller, params.id, body),
    }),
  })
