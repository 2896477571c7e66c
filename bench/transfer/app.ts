import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { residentMegabytes, type Server, startServer } from '../server.ts'

/** Starts the app on its own data folder, which later runs reuse. */
export async function startApp({ folder, port }: { folder: string; port: number }) {
  const dataDir = join(folder, 'transfer')
  const server = await startServer(process.cwd(), port, { env: { DATA_DIR: dataDir }, isBuilt: true })
  return { ...server, dataDir }
}

/** The peak growth of a server's memory during some work, in megabytes over its idle memory. */
export async function growthDuring(
  { pid }: Pick<Server, 'pid'>,
  work: () => Promise<unknown>,
): Promise<number> {
  await new Promise((resume) => setTimeout(resume, 2000))
  // Writing 5 resets the peak that Linux records.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = residentMegabytes(pid).now
  await work()
  return residentMegabytes(pid).highest - before
}

/** The time that some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
