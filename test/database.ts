import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { startCluster } from '#server/platform/database/cluster.ts'
import { migrate } from '#server/platform/database/migrate.ts'

import { temporaryFolder } from './memory.ts'
import { seed } from './seed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the 'postgres' database of the test run's own PostgreSQL. */
    adminUrl: string
  }
}

/** Starts a real PostgreSQL once per test run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  // The workers inherit it, so that a commit made meanwhile changes nothing.
  process.env.FC_SEED = String(seed)
  console.log(`FC_SEED=${seed}`)
  // As in `npm start`: processes that tests start reuse compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node')
  const folder = temporaryFolder('readymade-cluster-')
  chmodSync(folder, 0o755)
  // Speed matters more than durability, because the data is deleted after the run.
  const cluster = await startCluster(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    max_connections: '200',
  })
  const abandon = () => endAtOnce(folder)
  process.once('exit', abandon)
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database template_readymade')
  await client.end()
  await migrate(cluster.url('template_readymade'))
  project.provide('adminUrl', cluster.url('postgres'))
  return async () => {
    process.off('exit', abandon)
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends the PostgreSQL of a run that was interrupted, and frees the memory in which its data lies. */
function endAtOnce(folder: string) {
  process.kill(Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
