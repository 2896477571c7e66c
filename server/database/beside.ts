import type { Config } from '../config.ts'
import { clusterFolder, startCluster } from './cluster/cluster.ts'

/**
 * The address of the configured database for a command beside a running server; without one the embedded database runs
 * until `close`. Throws an Error in plain words when there is no database.
 */
export async function besideServer({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  const nothing = async () => {}
  if (databaseUrl) return { url: databaseUrl, close: nothing }
  const { exists, running } = await clusterFolder(dataDir)
  if (!exists) throw new Error(`There is no database in ${dataDir}.`)
  if (running) return { url: running('readymade'), close: nothing }
  const cluster = await startCluster(dataDir)
  return { url: cluster.url('readymade'), close: () => cluster.stop() }
}
