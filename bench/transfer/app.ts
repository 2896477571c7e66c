import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { residentMegabytes, type Server, startServer } from '../server.ts'

/** The app on a data folder of its own, which a later run finds again. */
export async function startApp({ folder, port }: { folder: string; port: number }) {
  const dataDir = join(folder, 'transfer')
  const server = await startServer(process.cwd(), port, { env: { DATA_DIR: dataDir }, isBuilt: true })
  return { ...server, dataDir }
}

/** By how many megabytes the memory of a server grows at most while work is done, over what it has when it is idle. */
export async function growthDuring(
  { pid }: Pick<Server, 'pid'>,
  work: () => Promise<unknown>,
): Promise<number> {
  await new Promise((resume) => setTimeout(resume, 2000))
  // Linux forgets the highest value.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = residentMegabytes(pid).now
  await work()
  return residentMegabytes(pid).highest - before
}

/** How long work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
