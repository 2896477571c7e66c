import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startCluster } from '#server/platform/database/cluster.ts'

import { createDatabase, startServer, templateFolder } from './server.ts'

const memory = '/dev/shm'
const twoGigabytes = 2 * 1024 ** 3

/**
 * Starts the PostgreSQL of the run and loads the demo catalogue once, into a database and a folder that the server of
 * each worker copies. With E2E_FOLDER they stay in that folder, and the next run finds them there. With E2E_PORT the
 * journeys use a server that runs already, and nothing is started.
 */
export default async function makeTemplate() {
  if (process.env.E2E_PORT) return undefined
  const kept = process.env.E2E_FOLDER
  const folder = kept ?? mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'readymade-e2e-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL may run under another account inside it.
  chmodSync(folder, 0o711)
  // Speed matters more than durability, because the data is deleted after the run.
  const cluster = await startCluster(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '256MB',
    random_page_cost: '1.1',
    jit: 'off',
  })
  process.env.E2E_FOLDER = folder
  process.env.E2E_CLUSTER = cluster.url('postgres')
  const isLoaded = join(folder, 'demo-is-loaded')
  if (!existsSync(isLoaded)) {
    const server = await startServer(await createDatabase('template_demo'), templateFolder())
    await server.stop()
    writeFileSync(isLoaded, '')
  }
  return async () => {
    await cluster.stop()
    if (!kept) rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > twoGigabytes
}
