import { Agent, get } from 'node:http'

import autocannon from 'autocannon'

/** Times in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  failures: number
}
export type Alone = Omit<Load, 'perSecond' | 'failures'> & { bytes: number }

/** Requests at 50 connections for some seconds, the addresses in turn. A `failure` is an answer other than 200, or none. */
export async function underLoad(
  origin: string,
  addresses: string[],
  {
    seconds,
    connections = 50,
    headers = {},
  }: { seconds: number; connections?: number; headers?: Record<string, string> },
): Promise<Load> {
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: shuffled(addresses).map((path) => ({ method: 'GET', path, headers })),
  })
  return {
    perSecond: (requests.total - non2xx) / duration,
    p50: latency.p50,
    p99: latency.p99,
    failures: errors + timeouts + non2xx,
  }
}

/** Requests one after the other on an otherwise idle server, up to some seconds. */
export async function oneByOne(
  origin: string,
  addresses: string[],
  { times, seconds }: { times: number; seconds: number },
): Promise<Alone> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  let bytes = 0
  const deadline = performance.now() + seconds * 1000
  for (let turn = 0; turn < times && performance.now() < deadline; turn++) {
    const begun = performance.now()
    bytes += await fetchAll(origin + addresses[turn % addresses.length], agent)
    took.push(performance.now() - begun)
  }
  agent.destroy()
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), bytes: Math.round(bytes / took.length) }
}

/** The time of the nth part of all, 0.5 for the median. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}

export const median = (values: number[]) => percentile(values, 0.5)

function fetchAll(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    }).on('error', reject)
  })
}

/** Neighbours in a list are alike; in turn they would be slow or fast together. The same order every time. */
const shuffled = (addresses: string[]) =>
  addresses
    .map((path, index) => ({ path, place: (index * 7919) % 104_729 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ path }) => path)
