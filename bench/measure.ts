import { Agent, get } from 'node:http'

import autocannon from 'autocannon'

import { processorTime, sessionTimes } from './server.ts'

/** The requests that one server gets over and over. */
export interface Workload {
  origin: string
  addresses: string[]
  headers?: Record<string, string>
  /** Makes the address of every request unique, so that no cached answer can serve it. */
  unique?: boolean
  /** The process of the server and the database behind it, if their processor time is to be measured. */
  pid?: number
  databaseUrl?: string
}

/** Figures under load. Times in milliseconds; `failures` counts answers other than 200 and missing answers. */
export interface LoadFigures {
  perSecond: number
  /** Processor time per answer in microseconds: of the server's own process, and of its sessions in PostgreSQL. */
  processor: number
  database: number
  p50: number
  p99: number
  failures: number
}
/**
 * Figures of single requests. Times in milliseconds; `firstByte` is the median, `bytes` the mean size of the bodies as
 * received.
 */
export interface SequentialFigures {
  p50: number
  p99: number
  firstByte: number
  bytes: number
}

/** Requests the addresses in turn over the given number of connections for some seconds. */
export async function measureUnderLoad(
  { origin, addresses, headers = {}, unique = false, pid, databaseUrl }: Workload,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<LoadFigures> {
  const before = { processor: processorTime(pid), sessions: await sessionTimes(databaseUrl) }
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: shuffled(addresses).map((path) => ({
      method: 'GET',
      path,
      headers,
      ...(unique && { setupRequest: (request) => ({ ...request, path: uniqueAddress(path) }) }),
    })),
  })
  return {
    perSecond: (requests.total - non2xx) / duration,
    processor: (processorTime(pid) - before.processor) / requests.total,
    database: sumOf(await sessionTimes(databaseUrl), before.sessions) / requests.total,
    p50: latency.p50,
    p99: latency.p99,
    failures: errors + timeouts + non2xx,
  }
}

/** Sums what the sessions that are still there took; what one took that ended is not known. */
const sumOf = (now: Map<number, number>, before: Map<number, number>) =>
  [...now].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)

/**
 * Requests the addresses until a server is warm: at least 500 times, and then until 50 take within 10 % of what the 50
 * before took.
 */
export async function warmUp({ origin, addresses, headers = {}, unique = false }: Workload) {
  const paths = shuffled(addresses)
  let before = Infinity
  for (let sent = 0; sent < maxWarmUp;) {
    const begun = performance.now()
    for (let n = 0; n < block; n++, sent++) {
      const path = paths[sent % paths.length]!
      await (await fetch(origin + (unique ? uniqueAddress(path) : path), { headers })).bytes()
    }
    const took = performance.now() - begun
    if (sent >= minWarmUp && Math.abs(took / before - 1) <= 0.1) return
    before = took
  }
}
const [block, minWarmUp, maxWarmUp] = [50, 500, 2000]

/** Sends requests one after another to an otherwise idle server, up to a number and a time in seconds. */
export async function measureSequentially(
  { origin, addresses, headers = {}, unique = false }: Workload,
  { times, seconds }: { times: number; seconds: number },
): Promise<SequentialFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  const deadline = performance.now() + seconds * 1000
  for (let sent = 0; sent < times && performance.now() < deadline; sent++) {
    const path = addresses[sent % addresses.length]!
    answers.push(await answerOf(origin + (unique ? uniqueAddress(path) : path), { agent, headers }))
  }
  agent.destroy()
  const took = answers.map(({ whole }) => whole)
  return {
    p50: median(took),
    p99: percentile(took, 0.99),
    firstByte: median(answers.map(({ firstByte }) => firstByte)),
    bytes: Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length),
  }
}

/** The value that the given share (0 to 1) of the values does not exceed. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}

/** The median; for an even number of values the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

interface Answer {
  firstByte: number
  whole: number
  bytes: number
}

function answerOf(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const request = get(url, options, (response) => {
      const firstByte = performance.now() - begun
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ firstByte, whole: performance.now() - begun, bytes })
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

let requests = 0
/** The router's own parameter, because a page is kept without those that it does not read. */
export const uniqueAddress = (path: string) => `${path}${path.includes('?') ? '&' : '?'}_routes=${++requests}`

/**
 * Neighbours in a list are alike and would be slow or fast together, so the addresses are mixed, in the same order
 * every time.
 */
const shuffled = (addresses: string[]) =>
  addresses
    .map((path, index) => ({ path, place: (index * 7919) % 104_729 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ path }) => path)
