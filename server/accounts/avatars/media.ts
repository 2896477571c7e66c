import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { sendBytes } from '../../http/bytes.ts'
import { imageFiles } from '../../images/variants.ts'
import type { Parts } from '../../parts.ts'
import { isShown } from './queries.ts'
import { avatarKey } from './service.ts'

const Address = z.object({ pictureId: z.uuid(), file: z.enum(imageFiles.avatar) })

/** GET /media/avatars/{picture}/{width}.webp: the pictures of members. They never change, so they may be cached for good. */
export function avatarRoutes(app: FastifyInstance, { db, storage }: Parts) {
  app.get('/media/avatars/:pictureId/:file', { schema: { hide: true } }, async (request, reply) => {
    const { data: address } = Address.safeParse(request.params)
    const key =
      address && (await isShown(db, address.pictureId)) && avatarKey(address.pictureId, address.file)
    const about = key && (await storage.about(key))
    if (!about) throw new ProblemError('not_found', 'There is no such image')
    reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
    const etag = `${address.pictureId}-${address.file}`
    return sendBytes(request, reply, { size: about.size, etag, read: (range) => storage.stream(key, range) })
  })
}
