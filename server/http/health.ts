import type { FastifyInstance } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

/** /healthz: the process is alive. /readyz: it can serve, because `ready` resolves within 2 seconds; otherwise 503. */
export function answerHealth(app: FastifyInstance, ready: () => Promise<unknown>) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    const tooLate = new Promise((_, reject) =>
      setTimeout(reject, 2000, new Error('not ready within 2 s')).unref(),
    )
    await Promise.race([ready(), tooLate]).catch((error: unknown) => {
      request.log.warn(error)
      throw new ProblemError('unavailable', 'The database does not answer')
    })
    return { status: 'ready' }
  })
}
