import { type BrowserError, browserErrors } from '#contract/browser-errors.ts'

import type { Found } from '../database/connection.ts'
import type { Serve } from '../http/serve.ts'
import { networkOf } from '../overload/client-network.ts'
import type { Parts } from '../parts.ts'
import { browserOf } from './browser.ts'
import { newestErrors, otherErrors, recordError } from './service.ts'

export const browserErrorRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(browserErrors, {
    report: async ({ body }, { request }) => {
      const browser = browserOf(request.headers['user-agent'])
      const added = await recordError(db, { ...body, browser }, networkOf(request.ip))
      if (added) {
        const { message, ...facts } = added
        request.log.warn({ event: 'browser error', ...facts }, message)
      }
      return { success: true }
    },
    list: async () => ({
      success: true,
      errors: (await newestErrors(db, shown)).map(toBrowserError),
      others: await otherErrors(db),
    }),
  })

/** Errors in one answer. */
const shown = 20

const toBrowserError = ({
  firstSeenAt,
  lastSeenAt,
  ...error
}: Found<typeof newestErrors>[number]): BrowserError => ({
  ...error,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
})
