import { Agent, get } from 'node:http'
import { join } from 'node:path'

import autocannon from 'autocannon'

import { apiCases, type Case, pageCases } from './cases.ts'
import { openCatalogue } from './catalogue/open.ts'
import { median, uniqueAddress, percentile, type Workload, measureUnderLoad } from './measure.ts'
import { residentMegabytes, startServer } from './server.ts'
import { isAsked, type Options } from './speed.ts'

/** The app's behaviour under five times as many requests as it can answer. Times in milliseconds. */
export interface OverloadRow {
  name: string
  size: number
  /** Answers per second at 50 connections before the overload. */
  capacity: number
  /** Requests per second during the overload. */
  asked: number
  /** Answers with status 200 per second. */
  answered: number
  p50: number
  p99: number
  /** The share of answers that were 503 with Retry-After. */
  shed: number
  p99Shed: number
  /** Requests with another status, a cut connection, or no answer in ten seconds. */
  failed: number
  /** The slowest answers of a cached page and of the health check during the overload. */
  cachedPage: number
  health: number
  /** Milliseconds from the end of the overload to the first answer, and answers per second after it. */
  recovery: number
  capacityAfter: number
  /**
   * The answered ones of 500 clients that arrive within one second, each with its own address, and the slowest answer.
   */
  burstAnswered: number
  burstSlowest: number
  /**
   * While one client uses 120 connections: the share of another client's requests that are answered within 3 s, and the
   * slowest.
   */
  otherAnswered: number
  otherSlowest: number
  /** Peak memory of the server so far in megabytes. */
  memory: number
}

const times = 5
/**
 * Nearly as many as the server allows. Each waits for its answer, so details, which are answered quickly, are requested
 * less than five times as often.
 */
const connections = 3900
const burst = 500
const greedyConnections = 120

/**
 * Measures the app's throughput, sends up to five times as many requests over 3,900 connections, and measures the
 * throughput again.
 */
export async function measureOverload(options: Options): Promise<OverloadRow[]> {
  const rows: OverloadRow[] = []
  for (const [index, projects] of options.sizes.entries()) {
    const catalogue = { projects, seed: options.seed }
    const home = join(options.folder, String(projects))
    const database = await openCatalogue(home, catalogue)
    const env = { DATABASE_URL: database.url, DATA_DIR: home, NODE_ENV: 'production' }
    const server = await startServer(process.cwd(), options.port + index, { env, isBuilt: true })
    try {
      const cases = [...apiCases(catalogue), ...pageCases(catalogue)].filter(
        ({ name }) => measured.has(name) && isAsked(name, options),
      )
      for (const one of cases)
        rows.push({
          size: projects,
          ...(await overload({ ...one, origin: server.origin }, server.pid, options)),
        })
    } finally {
      await server.stop()
      await database.close()
    }
  }
  return rows
}

const measured = new Set([
  'list',
  'search, common word',
  'detail',
  'list page, rendered',
  'detail page, rendered',
])

async function overload(
  workload: Case & Workload,
  pid: number,
  { seconds }: Options,
): Promise<Omit<OverloadRow, 'size'>> {
  const { name, origin } = workload
  const light = { seconds: Math.min(seconds, 3), connections: 50 }
  await measureUnderLoad(workload, light)
  const { perSecond: capacity } = await measureUnderLoad(workload, light)
  if (capacity < 1) throw new Error(`Nothing is answered for the case '${name}'`)
  const [answers, cachedPage, health] = await slowestDuring(
    answersTo(workload, capacity * times, Math.max(8, seconds)),
    `${origin}/`,
    `${origin}/healthz`,
  )
  const over = performance.now()
  while ((await fetch(origin + workload.addresses[0])).status !== 200) continue
  const recovery = performance.now() - over
  const { perSecond: capacityAfter } = await measureUnderLoad(workload, light)
  const atOnce = await burstOf(workload)
  const other = await otherClient(workload)
  const took = answers.good.length > 0 ? answers.good : [0]
  const shedTimes = answers.shed.length > 0 ? answers.shed : [0]
  const all = answers.good.length + answers.shed.length + answers.failed
  return {
    name,
    capacity,
    asked: all / answers.seconds,
    answered: answers.good.length / answers.seconds,
    p50: median(took),
    p99: percentile(took, 0.99),
    shed: answers.shed.length / all,
    p99Shed: percentile(shedTimes, 0.99),
    failed: answers.failed,
    cachedPage,
    health,
    recovery,
    capacityAfter,
    ...atOnce,
    ...other,
    memory: residentMegabytes(pid).highest,
  }
}

interface Answers {
  seconds: number
  good: number[]
  shed: number[]
  failed: number
}

/**
 * Sends a number of requests per second as long as a connection is free, whether or not earlier ones have been
 * answered.
 */
function answersTo(
  { origin, addresses, headers = {}, unique = false }: Workload,
  rate: number,
  seconds: number,
) {
  const answers: Answers = { seconds, good: [], shed: [], failed: 0 }
  let isReady = 0
  return new Promise<Answers>((resolve, reject) => {
    const load = autocannon(
      {
        url: origin,
        connections,
        setupClient: () => (isReady = performance.now()),
        overallRate: Math.round(rate),
        duration: seconds,
        requests: addresses.map((path) => ({
          method: 'GET',
          path,
          headers,
          ...(unique && {
            setupRequest: (request) => ({ ...request, path: uniqueAddress(path) }),
          }),
        })),
      },
      (error: Error | null, result) => {
        if (error) return reject(error)
        answers.failed += result.errors
        resolve({ ...answers, seconds: result.duration })
      },
    )
    load.on('response', (_client, status, _bytes, since) => {
      // The tool sends the first requests while it still creates thousands of clients, and reads no answers for those seconds.
      const took = Math.min(since, performance.now() - isReady)
      if (status === 200) answers.good.push(took)
      else if (status === 503) answers.shed.push(took)
      else answers.failed++
    })
  })
}

/** Requests two addresses every 100 ms during the overload and returns their slowest answers. */
async function slowestDuring(
  overload: Promise<Answers>,
  ...urls: [string, string]
): Promise<[Answers, number, number]> {
  const over = new AbortController()
  void overload.finally(() => over.abort())
  const slowest = [0, 0]
  while (!over.signal.aborted) {
    for (const [index, url] of urls.entries()) {
      const begun = performance.now()
      const answer = await fetch(url)
      await answer.bytes()
      if (answer.ok) slowest[index] = Math.max(slowest[index]!, performance.now() - begun)
    }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  return [await overload, slowest[0]!, slowest[1]!]
}

/** Sends 500 requests evenly within one second, each over its own connection. */
async function burstOf(workload: Workload) {
  const answers = await Promise.all(
    Array.from({ length: burst }, async (_, index) => {
      await pause((index * 1000) / burst)
      return once(workload, 30_000)
    }),
  )
  const good = answers.filter(({ status }) => status === 200)
  return { burstAnswered: good.length, burstSlowest: Math.max(0, ...good.map(({ took }) => took)) }
}

/** Sends a request every 200 ms from another address while one client keeps 120 connections busy. */
async function otherClient(workload: Workload) {
  const seconds = 8
  const greedy = measureUnderLoad(workload, { seconds, connections: greedyConnections })
  await pause(1000)
  const asked = Array.from({ length: (seconds - 2) * 5 }, async (_, index) => {
    await pause(index * 200)
    return once(workload, 3000, '127.0.0.2')
  })
  const answers = await Promise.all(asked)
  await greedy
  const good = answers.filter(({ status }) => status === 200)
  return {
    otherAnswered: good.length / answers.length,
    otherSlowest: Math.max(0, ...good.map(({ took }) => took)),
  }
}

let requestsSent = 0

/** Sends one request over its own connection; status 0 when the answer is not complete in time (ms). */
function once({ origin, addresses, headers = {} }: Workload, timeout: number, localAddress?: string) {
  const path = addresses[++requestsSent % addresses.length]!
  const url = origin + uniqueAddress(path)
  const begun = performance.now()
  return new Promise<{ status: number; took: number }>((resolve) => {
    const done = (status: number) => resolve({ status, took: performance.now() - begun })
    const options = {
      headers,
      agent: new Agent(),
      signal: AbortSignal.timeout(timeout),
      ...from(localAddress),
    }
    get(url, options, (response) => {
      response.on('error', () => done(0))
      response.resume().on('end', () => done(response.statusCode ?? 0))
    }).on('error', () => done(0))
  })
}

const from = (localAddress?: string) => (localAddress ? { localAddress, family: 4 } : {})

const pause = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))
