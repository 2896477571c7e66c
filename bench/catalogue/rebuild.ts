import pg from 'pg'

/** Rebuilds the tables that public queries search, with the rows that publishing each project would have written. */
export async function rebuildDerived(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const indexes = await dropIndexes(client)
    console.error('  publishing')
    await publishAll(client)
    for (const { name, definition } of indexes) {
      console.error(`  index ${name}`)
      await client.query(definition)
    }
    console.error('  counting')
    await client.query('select rebuild_catalogue()')
    console.error('  vacuum')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Drops the indexes, because creating them over existing rows is several times faster; returns their definitions. */
async function dropIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'published_projects' and schemaname = 'public' and indexname not like '%_pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

const publishAll = async (client: pg.Client) => {
  await client.query("set session_replication_role = 'replica'")
  await client.query('truncate published_projects')
  await client.query(
    `insert into published_projects (
      project_id, category, difficulty, price_paise, technologies,
      rating, rating_count, sales_count, featured_rank, created_at, words
    )
    select
      id, category, difficulty, price_paise, technologies,
      case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end,
      rating_count, sales_count, featured_rank(is_featured, featured_place), created_at, project_words(projects)
    from projects where is_active and verification_status = 'approved'`,
  )
}
