import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, day, rupees } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { sharedProject } from '../../catalogue/lookup-queries.ts'
import { shownRuns } from '../../catalogue/presenter.ts'
import type { Dependencies } from '../../dependencies.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import { SingleFlight } from '../../platform/overload/single-flight.ts'
import { imageKey } from '../../projects/images/service.ts'
import type { SharedProject } from './drawing.ts'

/** GET /og/{project}.jpg: the picture that a link to a published project carries; /og/readymade.jpg for other pages. */
export function sharingRoutes(app: FastifyInstance, { db, storage }: Dependencies) {
  const cached = imageCache({ bytes: 8 * 1024 * 1024, maxQueued: 20 })
  app.get<{ Params: { file: string } }>(
    '/og/:file',
    { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
    async (request, reply) => {
      const name = /^([\w-]+)\.jpg$/.exec(request.params.file)?.[1]
      const shown =
        name === 'readymade' ? 'site' : Id.safeParse(name).success && (await sharedProject(db, name!))
      if (!shown) throw new ProblemError('not_found', 'There is no such image')
      const version = createHash('sha256')
        .update(JSON.stringify([drawingVersion, shown]))
        .digest('base64url')
        .slice(0, 22)
      reply
        .type('image/jpeg')
        .header('etag', `"${version}"`)
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin')
      if (request.headers['if-none-match'] === `"${version}"`) return reply.code(304).send()
      return cached(version, async () => {
        // Loaded on the first request, because the fonts are large.
        const { drawProject, drawSite } = await import('./drawing.ts')
        return shown === 'site' ? drawSite() : drawProject(await sharedFrom(shown))
      })
    },
  )

  async function sharedFrom({
    imageId,
    thumbnail,
    pricePaise,
    verifiedAt,
    ...rest
  }: Row): Promise<SharedProject> {
    // An unreadable picture must not prevent the sharing image.
    const picture = imageId
      ? await storage.get(imageKey(imageId, '1280.webp')).catch(() => undefined)
      : undefined
    return {
      ...rest,
      price: rupees(rupeesOf(pricePaise)),
      verifiedOn: verifiedAt && day(verifiedAt),
      facts: factsOf(rest),
      picture: picture && { bytes: picture, part: thumbnail },
    }
  }
}

/** The facts of a project's label in words, each row as a list of what may stand in it. */
function factsOf({
  contents,
  technologies,
  ranCount,
  runCount,
  reportPricePaise,
  licence,
}: Pick<
  Row,
  'contents' | 'technologies' | 'ranCount' | 'runCount' | 'reportPricePaise' | 'licence'
>): string[][] {
  const runs = shownRuns(ranCount, runCount)
  return [
    contents ? [counted(contents.files, 'file'), counted(contents.lines, 'line')] : [],
    technologies,
    [
      ...(runs ? [`ran for ${runs.ran} of ${runs.of}`] : []),
      ...(reportPricePaise === null ? [] : [`report ${rupees(rupeesOf(reportPricePaise))}`]),
      licence === 'own' ? 'own licence' : 'Readymade licence',
    ],
  ].filter((row) => row.length > 0)
}

type Row = NonNullable<Awaited<ReturnType<typeof sharedProject>>>

/** Version of the drawing. Raise it with every change of the drawing, so that clients fetch cached images again. */
const drawingVersion = 5
const Id = z.uuid()

/**
 * Caches drawn images up to a total of `bytes`, dropping the least recently used first. One image is drawn at a time
 * and at most `maxQueued` wait; beyond that it throws unavailable, so that drawing cannot keep the machine busy.
 */
export function imageCache({ bytes, maxQueued }: { bytes: number; maxQueued: number }) {
  const images = new LRUCache<string, Buffer>({ maxSize: bytes, sizeCalculation: ({ length }) => length })
  const drawings = new SingleFlight<Buffer>()
  const slot = new Limiter({ slots: 1, maxQueued })

  return async (name: string, draw: () => Promise<Buffer>): Promise<Buffer> =>
    images.get(name) ??
    drawings.run(name, async () => {
      const image = await slot.run(draw)
      images.set(name, image)
      return image
    })
}
