import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { sendBytes } from '../http/send-bytes.ts'
import type { Storage } from '../storage/storage.ts'
import { imageFiles, type ImageForm } from './variants.ts'

interface Served {
  path: `/media${string}`
  form: ImageForm
  /** Whether everybody may see an image. */
  isPublic: (id: string) => Promise<boolean>
  keyOf: (id: string, file: string) => string
}

/**
 * GET {path}/{id}/{width}.webp or .avif: public images of one form. They never change, so they may be cached for good.
 */
export function serveImages(
  app: FastifyInstance,
  storage: Pick<Storage, 'about' | 'stream'>,
  { path, form, isPublic, keyOf }: Served,
) {
  const Address = z.object({ id: z.uuid(), file: z.enum(imageFiles[form]) })
  app.get(`${path}/:id/:file`, { schema: { hide: true } }, async (request, reply) => {
    const { data: address } = Address.safeParse(request.params)
    const key = address && (await isPublic(address.id)) && keyOf(address.id, address.file)
    const about = key && (await storage.about(key))
    if (!about) throw new ProblemError('not_found', 'There is no such image')
    reply
      .type(`image/${address.file.split('.')[1]}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
    const etag = `${address.id}-${address.file}`
    return sendBytes(request, reply, { size: about.size, etag, read: (range) => storage.stream(key, range) })
  })
}
