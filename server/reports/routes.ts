import { reports } from '#contract/projects/reports.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { answerReport, decideReport, reportAt, reportsIn, reportsOf, reportThing } from './service.ts'

export const reportingRoutes = (serve: Serve, parts: Parts) =>
  serve(reports, {
    report: async ({ params, body }, { caller }) => ({
      success: true,
      number: await reportThing(parts, caller, params.id, body),
    }),
    received: async ({ params }, { caller }) => ({
      success: true,
      reports: await reportsOf(parts.db, caller.id, params.id),
    }),
    answer: async ({ params, body }, { caller }) => {
      await answerReport(parts.db, caller.id, params.id, body.text)
      return { success: true }
    },
    list: async ({ query }) => ({ success: true, ...(await reportsIn(parts.db, query)) }),
    get: async ({ params }) => ({ success: true, report: await reportAt(parts.db, params.id) }),
    decide: async ({ params, body }, { caller }) => {
      await decideReport(parts, caller, params.id, body)
      return { success: true }
    },
  })
