import { views } from '#contract/projects/views.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { viewCounter } from './service.ts'

export const viewRoutes = (serve: Serve, { db, config }: Pick<Parts, 'db' | 'config'>) => {
  const countView = viewCounter(db, config)
  return serve(views, {
    count: async ({ params, body }, { request }) => {
      const visit = request.server.daily.visitOf(request)
      if (visit) await countView({ projectId: params.id, from: body.from, host: request.headers.host, visit })
      return { success: true }
    },
  })
}
