import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { RunnerMachine } from '#contract/projects/runners.ts'

import { boxAccount, isRoot } from '../../box/account.ts'
import { machine as settings } from '../../config.ts'
import { runFiles, type Seen } from '../run-files.ts'
import type { Baits } from './baits.ts'
import type { Probe } from './probe.ts'

/** What uploads got, in words; nothing when they were held. */
export interface Attempt {
  got: string[]
  /** Why it proves nothing; empty when it does. */
  doubts: string[]
  seen: Seen
  /** The most memory that this process grew by, in MB. */
  grown: number
}

const account = boxAccount()
/** Processes of the sandboxes' account. A zombie is none: it waits for the machine's first process to read how it ended. */
const alive = () =>
  spawnSync('ps', ['-u', String(account), '-o', 'pid=,stat=,comm='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, stat, name]) => stat && !stat.startsWith('Z') && name !== 'ps')
    .map(([pid]) => Number(pid))
/** Large files of that account. Free space would say what others on the machine do. */
const largeFiles = (since: string) =>
  spawnSync(
    'find',
    [
      '/tmp',
      '/var/tmp',
      '/home',
      '/dev/shm',
      '-xdev',
      '-maxdepth',
      '3',
      '-user',
      String(account),
      '-size',
      '+512k',
      '-newer',
      since,
    ],
    { encoding: 'utf8' },
  )
    .stdout.split('\n')
    .filter((name) => name !== '' && !name.startsWith(settings.RUNNER_HOME))
const mounts = () => readFileSync('/proc/self/mountinfo', 'utf8').split(settings.RUNNER_HOME).length
const groups = () =>
  ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids'].flatMap((top) => groupsIn(top, 4))
function groupsIn(top: string, depth: number): string[] {
  if (depth === 0 || !existsSync(top)) return []
  return readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      name.startsWith(`readymade-${process.pid}-`) ? [name] : groupsIn(join(top, name), depth - 1),
    )
}
const rss = () => process.memoryUsage().rss / 1024 / 1024

/** Runs an upload and returns what it got of what the baits watch. */
export async function attempt(machine: RunnerMachine, probe: Probe, baits: Baits): Promise<Attempt> {
  const before = { alive: new Set(alive()), mounts: mounts(), rss: rss() }
  baits.hits.length = 0
  let grown = 0
  const watch = setInterval(() => (grown = Math.max(grown, rss() - before.rss)), 100)
  const seen = await runFiles(machine, probe.files, {
    kind: probe.kind,
    look: probe.look ?? 30,
    ...probe.task,
  })
  clearInterval(watch)
  const survivors = () => alive().filter((pid) => !before.alive.has(pid))
  // The kernel takes a while to end the dead.
  for (let tries = 0; tries < 100 && survivors().length > 0; tries++) await sleep(100)
  const { run } = seen
  const text = JSON.stringify(seen)
  const large = largeFiles(baits.secret)
  const got = [
    text.includes('ESCAPED') && `says ${/ESCAPED[^"]{0,120}/.exec(text)![0]}`,
    text.includes(baits.marker) && 'read the bait',
    ...new Set(baits.hits),
    baits.taken().length > 0 && `wrote ${baits.taken().slice(0, 3).join(', ')}`,
    survivors().length > 0 && `left ${survivors().length} processes`,
    large.length > 0 && `wrote ${large[0]}`,
    mounts() > before.mounts && 'left a mount',
    groups().length > 0 && `left ${groups()[0]}`,
    readdirSync(settings.RUNNER_HOME).some((name) => name.startsWith(`run-${process.pid}-`)) &&
      'left its scratch',
    run.mebibytes > 2600 && `took ${run.mebibytes} MiB`,
    grown > 120 && `made the runner grow by ${Math.round(grown)} MB`,
    run.seconds > 300 && `ran for ${Math.round(run.seconds)} s`,
    (baits.victim.exitCode !== null || baits.victim.signalCode !== null) && 'killed a stranger',
    probe.fault?.(seen),
  ]
  const doubts = [
    run.machineError !== null && !probe.doubt && `was not run: ${run.machineError}`,
    probe.doubt?.(seen),
  ]
  const isSaid = (one: string | false | undefined): one is string => Boolean(one)
  return { got: got.filter(isSaid), doubts: doubts.filter(isSaid), seen, grown }
}

/** Tells whether a page gets what it wants where nothing holds it. */
export async function succeedsFreely({ files }: Probe, baits: Baits): Promise<boolean> {
  baits.hits.length = 0
  const folder = mkdtempSync('/var/tmp/free-')
  if (isRoot) chownSync(folder, account, account)
  writeFileSync(join(folder, 'index.php'), files.find(({ name }) => name === 'index.php')!.content)
  const { stdout } = spawnSync('php', ['index.php'], {
    cwd: folder,
    ...(isRoot && { uid: account, gid: account }),
    encoding: 'utf8',
    timeout: 30_000,
  })
  rmSync(folder, { recursive: true, force: true })
  for (const name of readdirSync(baits.folder))
    if (name.startsWith('taken')) rmSync(join(baits.folder, name), { force: true })
  rmSync(`/var/tmp/taken-${process.pid}`, { force: true })
  await sleep(200)
  const succeeded = stdout.includes('ESCAPED') || baits.hits.length > 0
  baits.hits.length = 0
  return succeeded
}

/** Puts pages that disturb nobody into one upload, as many as a walk opens. */
export function together(probes: readonly Probe[]): Probe[] {
  const quiet = probes.filter(({ isQuiet }) => isQuiet)
  const bundles: Probe[] = probes.filter(({ isQuiet }) => !isQuiet)
  for (let at = 0; at < quiet.length; at += 12) {
    const some = quiet.slice(at, at + 12)
    const pages = some.map(({ files: [file] }, n) => ({ name: `probe-${n}.php`, content: file!.content }))
    const links = some.map((_, n) => `<a href="probe-${n}.php">${n}</a>`).join(' ')
    bundles.push({
      name: some.map(({ name }) => name).join(', '),
      kind: 'php',
      files: [{ name: 'index.html', content: `<title>nothing</title>${links}` }, ...pages],
      isQuiet: true,
      look: 90,
      doubt: ({ pages }) => {
        const tried = pages.filter(({ asked, title }) => asked.includes('probe-') && title !== '').length
        return tried === some.length ? '' : `only ${tried} of ${some.length} were tried`
      },
    })
  }
  return bundles
}
