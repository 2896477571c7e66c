import { listedAt, listedFrom } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'

/** How many addresses one sitemap may hold, by the protocol (sitemaps.org). */
export const maxAddresses = 50_000

/** The list of the sitemaps themselves. */
export const sitemapIndex = (addresses: string[]) =>
  `${start}<sitemapindex xmlns="${schema}">\n${addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`).join('')}</sitemapindex>\n`

/** A sitemap of pages whose last change nobody notes. */
export const pageSitemap = (addresses: string[]) =>
  `${start}<urlset xmlns="${schema}">\n${addresses.map((address) => `<url><loc>${escaped(address)}</loc></url>\n`).join('')}</urlset>\n`

/**
 * One part of the published projects, counted from 1, as pieces of text: a few hundred projects are in memory at a time,
 * however many there are. Undefined beyond the last part.
 */
export async function projectSitemap(
  connection: Connection,
  { part, ...wanted }: Wanted & { part: number },
): Promise<AsyncIterable<string> | undefined> {
  const first = await listedAt(connection, (part - 1) * wanted.size)
  return first === undefined ? undefined : pieces(connection, first, wanted)
}

interface Wanted {
  publicUrl: string
  /** How many projects a part has. */
  size: number
  /** How many are read with one statement. */
  atOnce?: number
}

async function* pieces(connection: Connection, first: string, { publicUrl, size, atOnce = 500 }: Wanted) {
  yield `${start}<urlset xmlns="${schema}">\n`
  let from: Parameters<typeof listedFrom>[1] = ['>=', first]
  for (let left = size; left > 0;) {
    const projects = await listedFrom(connection, from, Math.min(left, atOnce))
    yield projects
      .map(
        ({ id, updatedAt }) =>
          `<url><loc>${escaped(publicUrl)}/projects/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`,
      )
      .join('')
    if (projects.length < Math.min(left, atOnce)) break
    left -= projects.length
    from = ['>', projects.at(-1)!.id]
  }
  yield '</urlset>\n'
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escaped = (address: string) =>
  address.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
