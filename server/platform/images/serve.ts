import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { sendBytes } from '../http/send-bytes.ts'
import type { Storage } from '../storage/storage.ts'
import { imageFiles, type ImageForm } from './variants.ts'

/** Everybody, or those who were given a link that ends. */
export type SeenBy = 'all' | 'some'

interface Served {
  path: `/media${string}`
  form: ImageForm
  /** Tells who may see an image at an address with this query; undefined when the asker may not. */
  seenBy: (id: string, query: unknown) => Promise<SeenBy | undefined>
  keyOf: (id: string, file: string) => string
}

/**
 * GET {path}/{id}/{width}.webp or .avif: images of one form. They never change but may be taken off, so a cache that
 * others read asks again after an hour.
 */
export function serveImages(
  app: FastifyInstance,
  storage: Pick<Storage, 'about' | 'stream'>,
  { path, form, seenBy, keyOf }: Served,
) {
  const Address = z.object({ id: z.uuid(), file: z.enum(imageFiles[form]) })
  app.get(`${path}/:id/:file`, { schema: { hide: true } }, async (request, reply) => {
    const { data: address } = Address.safeParse(request.params)
    if (!address) throw noImage()
    const seen = await seenBy(address.id, request.query)
    const key = keyOf(address.id, address.file)
    const about = seen && (await storage.about(key))
    if (!about) throw noImage()
    reply
      .type(`image/${address.file.split('.')[1]}`)
      .header(
        'cache-control',
        seen === 'all' ? 'public, max-age=3600, must-revalidate' : 'private, max-age=300',
      )
      .header('content-security-policy', "default-src 'none'; sandbox")
    const etag = `${address.id}-${address.file}`
    return sendBytes(request, reply, { size: about.size, etag, read: (range) => storage.stream(key, range) })
  })
}

const noImage = () => new ProblemError('not_found', 'There is no such image')
