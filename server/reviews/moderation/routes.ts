import { reviewReports } from '#contract/projects/review-reports.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { decideReview, reportReview, reviewsForStaff } from './service.ts'

export const moderationRoutes = (serve: Serve, parts: Parts) =>
  serve(reviewReports, {
    report: async ({ params, body }, { caller }) => {
      const number = await reportReview(parts, caller, params, body)
      return { success: true, number, message: 'Thank you. Our staff will look at this review.' }
    },
    list: async ({ query }) => ({ success: true, ...(await reviewsForStaff(parts.db, query)) }),
    decide: async ({ params, body }, { caller }) => {
      await decideReview(parts, caller, params.id, body)
      return { success: true }
    },
  })
