import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Keeps what is somebody's own out of every cache: an answer of the API is `no-store`, refusals too, unless anybody may
 * read it and nobody in particular asked. A handler that knows better (an archive) says so itself.
 */
export function keepOwnAnswers(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') && !isForAll(request)) reply.header('cache-control', 'no-store')
    done()
  })
}

const isForAll = ({ method, headers, routeOptions }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  (routeOptions.config.declared?.access ?? 'anyone') === 'anyone'
