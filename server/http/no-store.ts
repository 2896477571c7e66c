import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Keeps private data out of every cache: an answer of the API is `no-store`, refusals too, unless the endpoint is public
 * and the request carries no token. A handler that knows better (an archive) sets its own header.
 */
export function setNoStore(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') && !isForAll(request)) reply.header('cache-control', 'no-store')
    done()
  })
}

const isForAll = ({ method, headers, routeOptions }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  (routeOptions.config.declared?.access ?? 'anyone') === 'anyone'
