import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { publicProfileIdAt, publicProfileIdsFrom } from '../../accounts/lookup-queries.ts'
import { publishedCategories } from '../../catalogue/figures/lookup-queries.ts'
import { publishedIdAt, publishedFrom } from '../../catalogue/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { encodingFor } from '../../platform/http/compression.ts'

/** Maximum number of addresses in one sitemap, by the protocol (sitemaps.org). */
export const maxAddresses = 50_000

/** Writes the index of the sitemaps. */
export const sitemapIndex = (addresses: string[]) =>
  `${start}<sitemapindex xmlns="${schema}">\n${addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`).join('')}</sitemapindex>\n`

/** Writes a sitemap of pages whose last change is not recorded. */
const pageSitemap = (addresses: string[]) =>
  `${start}<urlset xmlns="${schema}">\n${addresses.map((address) => `<url><loc>${escaped(address)}</loc></url>\n`).join('')}</urlset>\n`

/** A kind of pages with one page for each row of a table, in the order of the ids. */
interface Kind {
  path: string
  at: typeof publishedIdAt
  from(
    connection: Connection,
    from: Parameters<typeof publishedFrom>[1],
    max: number,
  ): Promise<{ id: string; updatedAt?: Date }[]>
}

/** The kinds of pages that have sitemaps of their own, by their names in the addresses. */
const kinds = {
  projects: { path: '/projects/', at: publishedIdAt, from: publishedFrom },
  members: { path: '/members/', at: publicProfileIdAt, from: publicProfileIdsFrom },
} satisfies Record<string, Kind>
export type SitemapKind = keyof typeof kinds

/**
 * Writes one part of a kind's sitemap, counted from 1, in pieces, so that only a few hundred rows are in memory at a
 * time. Undefined beyond the last part.
 */
export async function sitemapOf(
  kind: SitemapKind,
  connection: Connection,
  { part, ...wanted }: Wanted & { part: number },
): Promise<AsyncIterable<string> | undefined> {
  const first = await kinds[kind].at(connection, (part - 1) * wanted.size)
  return first === undefined ? undefined : pieces(kinds[kind], connection, first, wanted)
}

interface Wanted {
  publicUrl: string
  /** Number of pages in one part. */
  size: number
  /** Number of rows read with one statement. */
  atOnce?: number
}

async function* pieces(
  { path, from: read }: Kind,
  connection: Connection,
  first: string,
  { publicUrl, size, atOnce = 500 }: Wanted,
) {
  yield `${start}<urlset xmlns="${schema}">\n`
  let from: Parameters<typeof publishedFrom>[1] = ['>=', first]
  for (let remaining = size; remaining > 0;) {
    const rows = await read(connection, from, Math.min(remaining, atOnce))
    yield rows
      .map(
        ({ id, updatedAt }) =>
          `<url><loc>${escaped(publicUrl + path)}${id}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</url>\n`,
      )
      .join('')
    if (rows.length < Math.min(remaining, atOnce)) break
    remaining -= rows.length
    from = ['>', rows.at(-1)!.id]
  }
  yield '</urlset>\n'
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Escapes a text for an element of XML. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** GET /sitemaps/pages.xml: the given paths, and the lists of the categories that have projects. */
export function pageSitemapRoute(
  app: FastifyInstance,
  { db, config: { publicUrl } }: Dependencies,
  pages: string[],
) {
  app.get('/sitemaps/pages.xml', crawlerOptions, async (request, reply) => {
    const categories = (await publishedCategories(db)).map(
      (category) => `/projects?${new URLSearchParams({ category })}`,
    )
    return sendXml(request, reply, [pageSitemap([...pages, ...categories].map((path) => publicUrl + path))])
  })
}

export const crawlerOptions = {
  schema: { hide: true },
  config: { rateLimit: { max: 120, timeWindow: 60_000 } },
}

/** Sends text as it is produced, compressed for clients that accept gzip. */
export function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Iterable<string> | AsyncIterable<string>,
) {
  reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
  const stream = Readable.from(text, { objectMode: false })
  if (!encodingFor(request.headers['accept-encoding'], ['gzip'])) return reply.send(stream)
  const gzip = createGzip({ level: 4 })
  stream.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => stream.destroy())
  return reply.header('content-encoding', 'gzip').send(stream.pipe(gzip))
}

export const cacheControl = 'public, max-age=3600'
