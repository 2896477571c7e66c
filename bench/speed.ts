import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { apiCases, type Case, pageCases } from './cases.ts'
import { openCatalogue } from './catalogue/open.ts'
import {
  type SequentialFigures,
  type LoadFigures,
  median,
  measureSequentially,
  type Workload,
  measureUnderLoad,
  warmUp,
} from './measure.ts'
import { residentMegabytes, type Server, startProgram, startServer } from './server.ts'

export interface Options {
  sizes: number[]
  seed: number
  /** The folder in which the catalogues are stored between runs. */
  folder: string
  port: number
  rounds: number
  seconds: number
  /** The names of the cases to measure; all when there are none. */
  only: string[]
}

/** Whether a case is to be measured. */
export const isAsked = (name: string, { only }: Options) => only.length === 0 || only.includes(name)

interface Measured {
  alone: SequentialFigures
  loaded: LoadFigures
}
export interface Row {
  name: string
  size: number
  app: Measured
  floor?: Measured
  /**
   * The app's answers per second as a share of the floor's: the median over the rounds, each of which measures both one
   * after the other.
   */
  share?: number
}
export interface Memory {
  size: number
  now: number
  highest: number
}

/**
 * Measures the app and its floors over catalogues of several sizes: first each case alone on an idle server, then all
 * of them at 50 connections, in rounds that measure every case of every size right before its floor. Figures are
 * medians.
 */
export async function measureSpeed(options: Options): Promise<{ rows: Row[]; memory: Memory[] }> {
  const router = await startRouter(options.port)
  const setups: Setup[] = []
  try {
    for (const [index, size] of options.sizes.entries())
      setups.push(await openSetup(options, size, options.port + 2 * index + 1))
    const pairs = setups.flatMap((setup) => pairsOf(setup, router, options))
    const rows = await measureAll(pairs, options)
    const memory = setups.map(({ catalogue, app }) => ({
      size: catalogue.projects,
      ...residentMegabytes(app.pid),
    }))
    return { rows, memory }
  } finally {
    for (const { app, floor, database } of setups) {
      await Promise.all([app.stop(), floor.stop()])
      await database.close()
    }
    await router.stop()
  }
}

/** The app and the bare floor over one database. */
type Setup = Awaited<ReturnType<typeof openSetup>>

async function openSetup({ folder, seed }: Options, projects: number, port: number) {
  const catalogue = { projects, seed }
  const home = join(folder, String(projects))
  const database = await openCatalogue(home, catalogue)
  const env = { DATABASE_URL: database.url, DATA_DIR: home, NODE_ENV: 'production' }
  const app = await startServer(process.cwd(), port, { env, isBuilt: true })
  const floor = await startProgram('node', ['bench/floor/server.ts'], port + 1, { env })
  return { catalogue, database, app, floor }
}

async function startRouter(port: number): Promise<Server> {
  const env = { NODE_ENV: 'production' }
  execFileSync('react-router', ['build', 'bench/floor/router'], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  })
  return startProgram('node', ['bench/floor/router/server.ts'], port, { env })
}

/** A case at one size, and the floor that it is compared with. */
interface Pair {
  name: string
  size: number
  app: Workload
  floor?: Workload
}

function pairsOf({ catalogue, database, app, floor }: Setup, router: Server, options: Options): Pair[] {
  const floors = ({ addresses, floor: kind }: Case): Workload | undefined =>
    kind === 'rows'
      ? { ...at(floor), addresses, databaseUrl: database.url }
      : kind === 'fixed'
        ? { ...at(floor), addresses: ['/'] }
        : kind && { ...at(router), addresses: [kind === 'router' ? '/same' : '/'], unique: true }
  return [...apiCases(catalogue), ...pageCases(catalogue)]
    .filter(({ name }) => isAsked(name, options))
    .map((one) => ({
      name: one.name,
      size: catalogue.projects,
      app: { ...one, ...at(app), databaseUrl: database.url },
      floor: floors(one),
    }))
}

const at = ({ origin, pid }: Server) => ({ origin, pid })

async function measureAll(pairs: Pair[], { rounds, seconds }: Options): Promise<Row[]> {
  const workloads = pairs.flatMap(({ app, floor }) => (floor ? [app, floor] : [app]))
  const alone = new Map<Workload, SequentialFigures>()
  const loaded = new Map<Workload, LoadFigures[]>(workloads.map((workload) => [workload, []]))
  for (const workload of workloads) {
    // Requests each address once, because the first read from disk would count as the server's time.
    await measureSequentially(workload, { times: workload.addresses.length, seconds: 15 })
    alone.set(workload, await measureSequentially(workload, { times: 200, seconds: 4 }))
  }
  for (const workload of workloads) await warmUp(workload)
  for (const workload of workloads) await waitUntilIdle(workload)
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds}`)
    for (const workload of workloads) {
      loaded.get(workload)!.push(await measureUnderLoad(workload, { seconds, connections: 50 }))
      await waitUntilIdle(workload)
    }
  }
  const measured = (workload: Workload): Measured => ({
    alone: alone.get(workload)!,
    loaded: medianOf(loaded.get(workload)!),
  })
  return pairs.map(({ name, size, app, floor }) => ({
    name,
    size,
    app: measured(app),
    ...(floor && { floor: measured(floor), share: shareOf(loaded.get(app)!, loaded.get(floor)!) }),
  }))
}

/**
 * The machine's speed changes from round to round, and separate medians of the two sides could come from different
 * rounds.
 */
const shareOf = (app: LoadFigures[], floor: LoadFigures[]) =>
  median(app.map(({ perSecond }, round) => perSecond / floor[round]!.perSecond))

/** Waits until a server has answered all earlier requests, so that the next workload finds it idle. */
async function waitUntilIdle(workload: Workload) {
  const isAnswering = () =>
    measureSequentially(workload, { times: 1, seconds: 60 }).then(
      () => true,
      () => false,
    )
  for (let attempt = 0; attempt < 10 && !(await isAnswering()); attempt++)
    await new Promise((resume) => setTimeout(resume, 1000))
}

const medianOf = (rounds: LoadFigures[]): LoadFigures => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  processor: median(rounds.map(({ processor }) => processor)),
  database: median(rounds.map(({ database }) => database)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
})
