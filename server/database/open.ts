import type { Config } from '../config.ts'
import { startCluster } from './cluster/cluster.ts'
import { keepRunning } from './cluster/keep-running.ts'
import { requireReachable } from './reachable.ts'

/**
 * The address of the configured database, or of an embedded one that runs as long as this process: when it dies it is started
 * again, of which `report` hears. Once `signal` is aborted nothing is started any more. Throws an Error in plain words.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  report: (message: string) => void = () => {},
  signal?: AbortSignal,
) {
  if (databaseUrl) {
    await requireReachable(databaseUrl)
    return { url: databaseUrl, close: async () => {} }
  }
  const cluster = await startCluster(dataDir, tuning, signal)
  const keeper = await keepRunning(cluster, dataDir, report)
  return {
    url: cluster.url('readymade'),
    close: async () => {
      await keeper.stop()
      await cluster.stop()
    },
  }
}

const tuning = { shared_buffers: '256MB', random_page_cost: '1.1', jit: 'off' }
