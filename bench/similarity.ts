import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { startCluster } from '#server/platform/database/cluster.ts'
import { connect } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { fingerprintsOf } from '#server/projects/similarity/fingerprints.ts'
import { replaceFingerprints } from '#server/projects/similarity/queries.ts'
import { similarTo } from '#server/projects/similarity/service.ts'

import { generateProjects } from '../test/similarity/corpus.ts'

/**
 * Measures how many of 30 planted copies among 300 generated projects staff are shown and how many other projects, how
 * long indexing 100 files takes, and how long a query takes beside 9,700 unrelated projects with as many fingerprints
 * and the same frameworks.
 */
export async function measureSimilarity(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-similarity-'))
  chmodSync(folder, 0o711)
  const cluster = await startCluster(folder, { fsync: 'off', shared_buffers: '256MB' })
  const url = cluster.url('postgres')
  const client = new pg.Client({ connectionString: url })
  try {
    await migrate(url)
    await client.connect()
    const { db, pool } = connect(url)
    const all = generateProjects()
    const indexed = all.map(({ files }) => ({ ...fingerprintsOf(files), omitted: 0 }))
    const size = Math.round(indexed.reduce((sum, { hashes }) => sum + hashes.length, 0) / indexed.length)
    await client.query(someProjects)
    const { rows: projects } = await client.query<{ id: string; releaseId: string }>(
      'select id, release_id as "releaseId" from projects order by title',
    )
    for (const [index, found] of indexed.entries()) {
      const { id, releaseId } = projects[index]!
      const project = { id, isPresent: true }
      await db
        .transaction()
        .execute((trx) => replaceFingerprints(trx, { project, releaseId, version: 1 }, found))
    }
    await client.query(unrelatedProjects.replaceAll('SIZE', String(size)))
    await client.query('analyze')
    const seconds = secondsFor(all.flatMap(({ files }) => files).slice(0, 100))
    let [found, falsePositives] = [0, 0]
    const times: number[] = []
    for (const [index, one] of all.entries()) {
      const before = performance.now()
      const { similar } = await similarTo(db, projects[index]!.id)
      times.push(performance.now() - before)
      for (const { projectId } of similar) {
        const other = projects.findIndex(({ id }) => id === projectId)
        if (one.copyOf === other) found++
        else if (all[other]?.copyOf !== index) falsePositives++
      }
    }
    times.sort((one, other) => one - other)
    await pool.end()
    return [
      `Copies found: ${found} of 30 (wanted 28), others shown: ${falsePositives} (at most 2).`,
      `100 files: ${seconds.toFixed(2)} s of processor time (at most 2).`,
      `Query among ${projects.length} projects of ${size} fingerprints: median ${times[150]!.toFixed()} ms, slowest of ${times.length} ${times.at(-1)!.toFixed()} ms (at most 500).`,
    ].join('\n')
  } finally {
    await client.end()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function secondsFor(files: { path: string; text: string }[]): number {
  const before = process.cpuUsage()
  fingerprintsOf(files)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const someProjects = `
  set session_replication_role = replica;
  insert into members (id, email, name, referral_code)
    select gen_random_uuid(), i || '@example.in', 'A', 'A' || i from generate_series(1, 5000) i;
  insert into projects (id, owner_id, title, price_paise, description, category, difficulty, repository, verification_status, release_id)
    select gen_random_uuid(), owners[1 + i % 5000], 'Project ' || i, 100, 'A', 'Web Development', 'Beginner', 'r' || i, 'pending', gen_random_uuid()
    from generate_series(1, 10000) i, (select array_agg(id) as owners from members) of;
  insert into releases (id, project_id, number, status, file_count, total_size, lines)
    select release_id, id, 1, 'pending', 1, 1, 1 from projects`

/**
 * Gives unrelated projects as many fingerprints as the generated ones have: one in ten shared by all, and those of the
 * frameworks. The indexes are rebuilt once, at the end.
 */
const unrelatedProjects = `
  insert into similarity_sources (project_id, release_id, version, files, max_hash, omitted)
    select id, release_id, 1, '{}', 2147483647, 0 from projects where release_id not in (select release_id from similarity_sources);
  create temporary table made as
    select id, case when i % 10 = 0 then i * 7919 else (random() * 4294967295 - 2147483648)::bigint::int end as hash
      from similarity_sources, generate_series(1, SIZE) i where files = '{}'
    union
    select id, hash from (
      select hash from similarity_fingerprints join similarity_sources on id = source_id
      group by hash having count(*) > 20) common, similarity_sources where files = '{}';
  alter table similarity_fingerprints drop constraint similarity_fingerprints_pkey;
  drop index similarity_fingerprints_source;
  insert into similarity_fingerprints select hash, id, 0, 1, 2 from made;
  drop table made;
  alter table similarity_fingerprints add primary key (hash, source_id);
  create index similarity_fingerprints_source on similarity_fingerprints (source_id, hash)`
