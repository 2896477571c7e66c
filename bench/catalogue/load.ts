import pg from 'pg'

import { type Catalogue, ownerOf, ownersOf, projectOf } from './project.ts'

/**
 * Fills an empty database with the members, projects and releases of a catalogue. `rebuildDerived` then fills the
 * tables that are derived from them.
 */
export async function loadCatalogue(url: string, catalogue: Catalogue) {
  await withClient(url, async (client) => {
    await client.query('truncate members, projects cascade')
    for (const from of steps(ownersOf(catalogue.projects)))
      await insertOwners(
        client,
        rowsOf(from, ownersOf(catalogue.projects), (row) => ownerOf(catalogue, row)),
      )
  })
  // Two connections: while PostgreSQL writes one batch, the next one is generated.
  const waiting = steps(catalogue.projects)
  await Promise.all([1, 2].map(() => withClient(url, (client) => insertAll(client, catalogue, waiting))))
  await withClient(url, insertReleases)
}

async function insertAll(client: pg.Client, catalogue: Catalogue, waiting: number[]) {
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    await insertProjects(
      client,
      rowsOf(from, catalogue.projects, (row) => projectOf(catalogue, row)),
    )
    if (from % 100_000 === 0) console.error(`  ${from} of ${catalogue.projects} projects`)
  }
}

const insertOwners = (client: pg.Client, owners: string) =>
  client.query(
    `insert into members (id, email, name, referral_code)
    select id, email, name, referral_code
    from json_to_recordset($1) as one (id uuid, email text, name text, referral_code text)`,
    [owners],
  )

const insertProjects = (client: pg.Client, projects: string) =>
  client.query(
    `insert into projects (${projectColumns}, updated_at, verified_at)
    select ${projectColumns}, created_at, created_at
    from json_to_recordset($1) as one (
      id uuid, owner_id uuid, title text, description text, category text, price_paise integer, technologies text[],
      tags text[], difficulty text, repository text, is_active boolean, verification_status text, is_featured boolean,
      release_id uuid, rating_sum integer, rating_count integer, sales_count integer, download_count integer,
      created_at timestamptz, languages jsonb, file_tree jsonb)`,
    [projects],
  )

const projectColumns = `id, owner_id, title, description, category, price_paise, technologies, tags, difficulty, repository,
  is_active, verification_status, is_featured, release_id, rating_sum, rating_count, sales_count, download_count, created_at,
  languages, file_tree`

const insertReleases = (client: pg.Client) =>
  client.query(
    `insert into releases (id, project_id, number, status, file_count, total_size, lines, approved_at, created_at)
    select release_id, id, 1, case when verification_status = 'approved' then 'approved' else 'pending' end,
      12, 48000, 900, case when verification_status = 'approved' then created_at end, created_at
    from projects order by created_at`,
  )

/** Opens a connection with triggers and foreign keys switched off, because the generated rows satisfy them anyway. */
async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("set session_replication_role = 'replica'")
  await work(client).finally(() => client.end())
}

const batch = 5000
const steps = (count: number) => Array.from({ length: Math.ceil(count / batch) }, (_, index) => index * batch)

const rowsOf = (from: number, end: number, row: (row: number) => unknown) =>
  JSON.stringify(Array.from({ length: Math.min(batch, end - from) }, (_, index) => row(from + index)))
