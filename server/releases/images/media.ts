import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { sendBytes } from '../../http/bytes.ts'
import { imageFiles } from '../../images/variants.ts'
import type { Parts } from '../../parts.ts'
import { imageExists } from './queries.ts'
import { keyOf } from './service.ts'

const Address = z.object({ imageId: z.uuid(), file: z.enum(imageFiles.picture) })

/** GET /media/{image}/{width}.webp or .avif: the public images. They never change, so they may be cached for good. */
export function mediaRoutes(app: FastifyInstance, { db, storage }: Parts) {
  app.get('/media/:imageId/:file', { schema: { hide: true } }, async (request, reply) => {
    const { data: address } = Address.safeParse(request.params)
    const found = address && (await imageExists(db, address.imageId))
    const key = found && keyOf(address.imageId, address.file)
    const about = key && (await storage.about(key))
    if (!about) throw new ProblemError('not_found', 'There is no such image')
    reply
      .type(`image/${address.file.split('.')[1]}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
    const etag = `${address.imageId}-${address.file}`
    return sendBytes(request, reply, { size: about.size, etag, read: (range) => storage.stream(key, range) })
  })
}
