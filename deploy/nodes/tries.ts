import { setTimeout as pause } from 'node:timers/promises'

import { rupees } from '#contract/kit/format.ts'
import { demoAdmin } from '#server/config.ts'

import { apiAt } from '../../test/api-at.ts'
import { type Member, newMembers, readers, slowDownload, slowUpload, statusesOf, writers } from './clients.ts'
import { until } from './program.ts'
import type { Process, Site } from './site.ts'

/** What a try found: a sentence with figures, and what was not as promised. */
export interface Outcome {
  found: string
  faults: string[]
}

/** Restarts all processes one after the other while visitors read and one member uploads and downloads. */
export async function rollingRestarts(
  site: Site,
  { rounds = 1, transferSeconds = 20, perSecond = 20 } = {},
): Promise<Outcome> {
  const [member] = (await newMembers(site, 1)) as [Member]
  const stored = await slowUpload(site, member, 1)
  await slowDownload(site, member, stored, 1)
  const traffic = readers(site.origin, await publicPaths(site), { perSecond })
  const faults: string[] = []
  const stopping = new AbortController()
  const transfers = { uploads: 0, downloads: 0 }
  const repeat = async (kind: keyof typeof transfers, transfer: () => Promise<unknown>) => {
    do {
      await transfer()
      transfers[kind]++
    } while (!stopping.signal.aborted)
  }
  const underWay = [
    repeat('uploads', () => slowUpload(site, member, transferSeconds)),
    repeat('downloads', () => slowDownload(site, member, stored, transferSeconds)),
  ].map((transfer) => transfer.catch((error: Error) => faults.push(error.message)))
  // What is under way meets the first process that stops.
  await pause(2000)
  for (let round = 0; round < rounds; round++) for (const one of site.processes) await one.restart()
  stopping.abort()
  await Promise.all(underWay)
  const { asked, failures } = await traffic.stop()
  return {
    found: `${failures.length} of ${number(asked)} requests failed; ${transfers.uploads} uploads and ${transfers.downloads} downloads of ${transferSeconds} s each were whole`,
    faults: [...failures, ...faults],
  }
}

/** Kills one process while visitors read and members write. */
export async function killedProcess(site: Site): Promise<Outcome> {
  const members = await newMembers(site, 6)
  const traffic = readers(site.origin, await publicPaths(site))
  const writing = writers(members)
  const stopWriting = writing.begin(site.origin)
  await pause(3000)
  const [one] = site.processes as [Process]
  const killedAt = Date.now()
  await one.program.kill()
  await pause(4000)
  await one.start()
  await stopWriting()
  const { asked, failures } = await traffic.stop()
  const late = failures.filter((failure) => Date.parse(failure.split(' at ')[1]!) > killedAt + 1000)
  const lost = await writing.lost()
  const cut = writing.statuses.cut ?? 0
  return {
    found: `${failures.length} of ${number(asked)} reads and ${sum(writing.statuses) - writing.count()} of ${sum(writing.statuses)} writes failed, ${late.length} reads later than 1 s; ${lost} of ${writing.count()} acknowledged writes lost`,
    faults: [
      ...late,
      ...bad(writing.statuses, ['200', '502', '503', 'cut']),
      ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
      ...(cut > members.length ? [`${cut} writes were cut`] : []),
    ],
  }
}

/** How a primary goes: in order, dead, or silent with its connections open. */
export type Way = 'switched over' | 'killed' | 'frozen'

/**
 * Takes the primary away under readers and writers, promotes the standby, and brings the old one back as the standby.
 * `awaySeconds` pass before the promotion of one that is dead or silent, as with Patroni's `ttl`. The seconds that are
 * promised are multiplied by `timeFactor`, for machines that do other things meanwhile.
 */
export async function primaryGone(
  site: Site,
  way: Way,
  { awaySeconds = 5, timeFactor = 1 } = {},
): Promise<Outcome> {
  const { pair, processes } = site
  const members = await newMembers(site, 6)
  const paths = await publicPaths(site)
  const traffic = readers(site.origin, paths)
  const writing = writers(members)
  const stopWriting = writing.begin(site.origin)
  await pause(5000)
  const pids = processes.map(({ program }) => program.pid)
  const old = pair.primary
  if (way === 'switched over') await pair.switchOver()
  else {
    if (way === 'killed') await old.program.kill()
    else old.program.freeze()
    await pause(awaySeconds * 1000)
    await pair.promote()
  }
  const promoted = performance.now()
  const toWrite = await until('The first write', () => writing.lastAt() > promoted, { every: 10 })
  // A member whose request waits for the old primary has to get through too.
  await pause(12_000)
  await pair.join()
  await pause(1000)
  const { own, list: lists } = await secondsUntilNew(site)
  const whole = await secondsUntilChecked(site, members[0]!)
  await stopWriting()
  const { asked, failures, slowestSeconds } = await traffic.stop()
  const lost = await writing.lost()
  const share = 1 - failures.length / asked
  const restarted = processes.filter(
    ({ program }, index) => !program.isRunning || program.pid !== pids[index],
  )
  return {
    found: `${lost} of ${number(writing.count())} acknowledged writes lost; answers to writes ${listed(writing.statuses)}; the first write ${toWrite.toFixed(1)} s after the promotion; ${(share * 100).toFixed(2)} % of ${number(asked)} public reads answered, the slowest in ${slowestSeconds.toFixed(1)} s; afterwards a changed project is new on all processes within ${own.toFixed(1)} s, lists within ${lists.toFixed(1)} s, and a job done within ${whole.toFixed(1)} s`,
    faults: [
      ...(own > timeFactor || lists > 3 * timeFactor ? ['A change came too late'] : []),
      ...(whole > 60 * timeFactor ? ['A job waited too long'] : []),
      ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
      ...bad(writing.statuses, ['200', '503']),
      ...(toWrite > 2 * timeFactor
        ? [`Writes came back only ${toWrite.toFixed(1)} s after the promotion`]
        : []),
      ...(share < 0.99 ? failures : []),
      ...restarted.map(({ port }) => `The process on port ${port} ended`),
    ],
  }
}

/** Changes a project's price and returns the seconds until its page and the list have it on every process. */
async function secondsUntilNew({ origin, processes }: Site) {
  const { token } = await apiAt(origin).staff.login({ body: demoAdmin })
  const { projects } = await apiAt(origin).projects.list({ query: { limit: '1' } })
  const [{ _id: id, price }] = projects as [(typeof projects)[0]]
  await Promise.all(processes.map(({ origin: at }) => statusesOf(at, ['/projects', `/projects/${id}`])))
  await apiAt(origin, token).projects.update({ params: { id }, body: { price: price + 1 } })
  const shown = rupees(price + 1)
  const everywhere = (path: string) =>
    until('A changed price', async () => {
      const pages = processes.map(async ({ origin: at }) => (await fetch(at + path)).text())
      return (await Promise.all(pages)).every((page) => page.includes(shown))
    })
  const [own, list] = await Promise.all([everywhere(`/projects/${id}`), everywhere('/projects')])
  return { own, list }
}

/** Uploads a project and returns the seconds until a job has made its archive. */
async function secondsUntilChecked(site: Site, member: Member) {
  const id = await slowUpload(site, member, 0.2, 1)
  const began = performance.now()
  await slowDownload(site, member, id, 0.1)
  return (performance.now() - began) / 1000
}

/** The addresses that visitors ask for: pages of every kind, and the calls behind them. */
export async function publicPaths({ origin }: Site): Promise<string[]> {
  const reply = await fetch(`${origin}/api/projects?limit=12`)
  const { projects } = (await reply.json()) as { projects: { _id: string }[] }
  const paths = [
    '/',
    '/projects',
    '/projects?category=SaaS',
    '/categories',
    '/about',
    ...projects.slice(0, 6).map(({ _id: id }) => `/projects/${id}`),
  ]
  for (const path of paths) await fetch(origin + path)
  return paths
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

const bad = (statuses: Record<string, number>, allowed: string[]) =>
  Object.entries(statuses)
    .filter(([status]) => !allowed.includes(status))
    .map(([status, count]) => `${count} answers of ${status}`)

const listed = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${number(count)} × ${status}`)
    .join(', ')

const number = (value: number) => value.toLocaleString('en')
