import { Agent, get } from 'node:http'
import { join } from 'node:path'

import autocannon from 'autocannon'

import { apiCases, type Case, pageCases } from './cases.ts'
import { openCatalogue } from './catalogue/open.ts'
import { median, ownAddress, percentile, type Workload, underLoad } from './measure.ts'
import { residentMegabytes, startServer } from './server.ts'
import type { Options } from './speed.ts'

/** What the app does when five times as many requests come as it can answer. Times in milliseconds. */
export interface OverloadRow {
  name: string
  size: number
  /** Answers a second at 50 connections, before. */
  capacity: number
  /** Requests a second during the overload. */
  asked: number
  /** Answers with what was asked for, a second. */
  answered: number
  p50: number
  p99: number
  /** Of all answers, those that were 503 with Retry-After. */
  shed: number
  p99Shed: number
  /** Neither: another status, a cut connection, no answer in ten seconds. */
  failed: number
  /** A page from the page cache and the check of health, asked for meanwhile: the slowest. */
  cachedPage: number
  health: number
  /** Milliseconds after the overload until a request is answered, and answers a second after it. */
  recovery: number
  capacityAfter: number
  /** Of 500 who come within one second, each for something of their own: how many are answered, and the slowest of them. */
  burstAnswered: number
  burstSlowest: number
  /** While one client asks over 120 connections: the share that another is answered within 3 s, and the slowest of it. */
  otherAnswered: number
  otherSlowest: number
  /** The highest memory of the server so far, megabytes. */
  memory: number
}

const times = 5
/** Nearly as many as the server keeps. Each waits for its answer, so that details, answered quickly, are asked for less than five times as much. */
const connections = 3900
const burst = 500
const greedyConnections = 120

/** Measures the app's throughput, sends up to five times as many requests over 3,900 connections, and measures the throughput again. */
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
        ({ name }) => measured.has(name) && name.includes(options.only),
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
  await underLoad(workload, light)
  const { perSecond: capacity } = await underLoad(workload, light)
  if (capacity < 1) throw new Error(`Nothing is answered for the case '${name}'`)
  const [answers, cachedPage, health] = await meanwhile(
    answersTo(workload, capacity * times, Math.max(8, seconds)),
    `${origin}/`,
    `${origin}/healthz`,
  )
  const over = performance.now()
  while ((await fetch(origin + workload.addresses[0])).status !== 200) continue
  const recovery = performance.now() - over
  const { perSecond: capacityAfter } = await underLoad(workload, light)
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

/** So many requests a second, whether or not the ones before are answered, as long as a connection is free. */
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
            setupRequest: (request) => ({ ...request, path: ownAddress(path) }),
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
      // The first requests are written while the tool makes thousands of clients, for seconds in which it reads nothing.
      const took = Math.min(since, performance.now() - isReady)
      if (status === 200) answers.good.push(took)
      else if (status === 503) answers.shed.push(took)
      else answers.failed++
    })
  })
}

/** The slowest answers to two addresses that are asked for one by one every 100 ms during the overload. */
async function meanwhile(
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

/** 500 who come evenly within one second, each over a connection of their own. */
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

/** A client that asks every 200 ms from another address while one client keeps 120 connections busy. */
async function otherClient(workload: Workload) {
  const seconds = 8
  const greedy = underLoad(workload, { seconds, connections: greedyConnections })
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

/** One request over a connection of its own; status 0 when there is no whole answer in time. */
function once({ origin, addresses, headers = {} }: Workload, timeout: number, localAddress?: string) {
  const path = addresses[++requestsSent % addresses.length]!
  const url = origin + ownAddress(path)
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
