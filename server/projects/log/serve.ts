import { hash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import { sendBytes } from '../../platform/http/send-bytes.ts'
import { inMemory } from '../../platform/storage/zip.ts'

/** The files of the log: of the one after a stolen key in a folder of its own. */
const filePath = /^(?:\d+\/)?(?:checkpoint|tile\/(?:entries|\d{1,2})\/(?:x\d{3}\/)*\d{3}(?:\.p\/\d{1,3})?)$/

/**
 * Serves the public log as files (c2sp.org/tlog-tiles). A tile never changes, so that caches keep it for good; the
 * checkpoint does all the time. Pages of other sites may read them.
 */
export const logRoutes = (app: FastifyInstance, { storage }: Pick<Dependencies, 'storage'>) =>
  app.get('/log/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    const key = `log/${path}`
    const about = filePath.test(path) ? await storage.about(key) : undefined
    if (!about) {
      // Who asks for a tile before there is one must not have caches say so to others.
      reply.header('cache-control', 'no-store')
      throw new ProblemError('not_found', 'The log has no such file')
    }
    const isCheckpoint = path.endsWith('checkpoint')
    reply
      .type(
        isCheckpoint || path.includes('entries') ? 'text/plain; charset=utf-8' : 'application/octet-stream',
      )
      .header('cache-control', isCheckpoint ? 'public, max-age=10' : 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
    if (!isCheckpoint)
      return sendBytes(request, reply, {
        size: about.size,
        etag: key,
        read: (range) => storage.stream(key, range),
      })
    // It may be replaced while it is sent.
    const bytes = await storage.get(key)
    return sendBytes(request, reply, { ...inMemory(bytes), etag: hash('sha256', bytes) })
  })
