import { reviews } from '#contract/reviews.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { editReview, myReview, replyToReview, reviewsOf, writeReview } from './service.ts'

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
    mine: async ({ params }, { caller }) => ({
      success: true,
      ...(await myReview(parts.db, caller, params.id)),
    }),
    edit: async ({ params, body }, { caller }) => ({
      success: true,
      review: await editReview(parts, caller, params.id, body),
    }),
    reply: async ({ params, body }, { caller }) => ({
      success: true,
      review: await replyToReview(parts, caller, params, body.text),
    }),
  })
