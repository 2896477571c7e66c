import { randomBytes } from 'node:crypto'

import Fastify from 'fastify'
import pg from 'pg'

import {
  detailStatement,
  facetsStatement,
  type FloorQuery,
  pageStatement,
  type Statement,
} from './statements.ts'

/**
 * The bare floor: Fastify and pg alone. It answers the app's addresses with unprocessed rows, and `/` with 6 KB that
 * never change. No checks, no schemas, no logs.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=16MB',
})
const app = Fastify()
// Random bytes, because the load tool decodes every body as text, which costs as much for them as for a compressed page but nothing for ASCII.
const fixed = randomBytes(6 * 1024)

app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(fixed))
app.get<{ Querystring: FloorQuery }>('/api/projects', ({ query }) => list(query))
app.get<{ Params: { id: string } }>(
  '/api/projects/:id',
  async ({ params }) => (await prepared(detailStatement(params.id)))[0],
)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

async function list(query: FloorQuery) {
  const isFiltered =
    query.category ?? query.difficulty ?? query.technology ?? query.minPrice ?? query.maxPrice
  if (!isFiltered) {
    const [cards, facets] = await Promise.all([
      prepared(pageStatement(query, false)),
      prepared(facetsStatement(query)),
    ])
    return { cards, facets }
  }
  const facets = await prepared(facetsStatement(query))
  const total = Number(facets[0]?.projects)
  return { facets, cards: await prepared(pageStatement(query, total < maxSortedMatches)) }
}

const maxSortedMatches = 5000

type Row = Record<string, unknown>

/** Runs a statement whose plan does not depend on its values, parsed and planned once per connection. */
const prepared = async ({ text, values }: Statement) =>
  (await pool.query<Row>({ name: nameOf(text), text, values })).rows

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `floor${names.size}`
  names.set(text, name)
  return name
}
