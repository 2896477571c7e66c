import type { FastifyInstance } from 'fastify'
import { encode } from 'uqr'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { countPublicProfiles } from '../../accounts/lookup-queries.ts'
import { countPublished } from '../../catalogue/figures/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import {
  cacheControl,
  maxAddresses,
  crawlerOptions,
  sendXml,
  sitemapIndex,
  type SitemapKind,
  sitemapOf,
} from './sitemap.ts'

/** GET /qr/{project}.svg: the address of a project's page as a QR code, for its printed sheet. */
export function qrCodeRoute(app: FastifyInstance, { config }: Dependencies) {
  app.get<{ Params: { file: string } }>(
    '/qr/:file',
    { schema: { hide: true }, config: { rateLimit: { max: 300, timeWindow: 60_000 } } },
    (request, reply) => {
      const id = /^([\w-]+)\.svg$/.exec(request.params.file)?.[1]
      if (!Id.safeParse(id).success) throw new ProblemError('not_found', 'There is no such image')
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=604800')
      // Any id is answered: an address is no secret, and only the page shows whether the project exists.
      return drawn(`${config.publicUrl}/projects/${id}`)
    },
  )
}

/**
 * Draws a QR code. Its mask is fixed, because choosing the best of the eight takes most of the time and any of them can
 * be read.
 */
function drawn(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 2 })
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runFrom(row, x)}` : '')),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -.5 ${size} ${size}" width="${8 * size}" height="${8 * size}" shape-rendering="crispEdges"><path fill="#fff" d="M0-.5h${size}v${size}H0z"/><path stroke="#000" d="${path.join('')}"/></svg>`
}

function runFrom(row: boolean[], from: number) {
  const end = row.indexOf(false, from)
  return (end < 0 ? row.length : end) - from
}

const Id = z.uuid()

/**
 * GET /robots.txt, /sitemap.xml and the sitemaps of projects and public profiles that it names,
 * /sitemaps/projects-1.xml, /sitemaps/members-1.xml and so on, each with at most `size` addresses.
 */
export function crawlerRoutes(
  app: FastifyInstance,
  { db, config: { publicUrl } }: Dependencies,
  { size = maxAddresses } = {},
) {
  app.get('/robots.txt', crawlerOptions, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', cacheControl).send(robots(publicUrl)),
  )
  app.get('/sitemap.xml', crawlerOptions, async (request, reply) => {
    const [projects, members] = await Promise.all([countPublished(db), countPublicProfiles(db)])
    const names = ['pages', ...partsOf('projects', projects), ...partsOf('members', members)]
    return sendXml(request, reply, [sitemapIndex(names.map((name) => `${publicUrl}/sitemaps/${name}.xml`))])
  })
  const reading = new Limiter({ slots: 4, maxQueued: 0 })
  const partsOf = (kind: SitemapKind, count: number) =>
    Array.from({ length: Math.ceil(count / size) }, (_, index) => `${kind}-${index + 1}`)
  app.get<{ Params: { kind: SitemapKind; part: string } }>(
    '/sitemaps/:kind(^projects|members)-:part(^[1-9]\\d{0,4}$).xml',
    crawlerOptions,
    async (request, reply) => {
      const release = await reading.take()
      if (!release) throw new ProblemError('unavailable', 'Too many sitemaps are being read at once')
      reply.raw.once('close', release)
      const { kind, part } = request.params
      const text = await sitemapOf(kind, db, { publicUrl, part: Number(part), size })
      if (!text) throw new ProblemError('not_found', 'There is no such sitemap')
      return sendXml(request, reply, text)
    },
  )
}

/**
 * The text of robots.txt. It asks crawlers to leave alone calls, what belongs to one person, and filtered or sorted
 * lists, which show the same projects at endless addresses.
 */
export const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    ...[...folders, ...narrowed.map((name) => `/projects?*${name}=`)].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const folders = [
  '/api/',
  '/admin',
  '/cart',
  '/checkout',
  '/download/',
  '/files/',
  '/orders/',
  '/owner/',
  '/profile',
  '/sandbox/',
  '/seats/',
  '/status/',
  '/wishlist',
]
const narrowed = ['search', 'technology', 'difficulty', 'minPrice', 'maxPrice', 'sort']
