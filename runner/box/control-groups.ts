import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The limits of a sandbox, which the kernel keeps for all of its processes together. */
export interface ControlGroup {
  /** The folders into whose `cgroup.procs` a process writes itself. */
  folders: string[]
  /** The most memory that was in use, in bytes. */
  peak(): number
  /** Kills all of its processes and waits until none is left. Returns how many are. */
  empty(): Promise<number>
  /** Removes it, once it is empty. */
  remove(): Promise<void>
}

export interface Limits {
  /** Bytes of memory; swap is none. */
  memory: number
  processes: number
}

/** Where control groups are made: version 2 has one tree, version 1 one for each kind of limit. */
export type Trees = { version: 2; root: string } | { version: 1; memory: string; pids: string }

const mounted = '/sys/fs/cgroup'

/**
 * Finds the trees from what `/proc/self/cgroup` says. A path that is not there is one of the machine outside of a
 * container, which sees its own group as the top.
 */
export function treesIn(
  ownGroups: string,
  isVersion2: boolean,
  exists: (path: string) => boolean = existsSync,
): Trees {
  const own = (kind: string, top: string) => {
    const path = new RegExp(`^\\d+:${kind}:(.*)$`, 'm').exec(ownGroups)?.[1] ?? '/'
    const place = join(top, path)
    return place.startsWith(top) && exists(place) ? place : top
  }
  return isVersion2
    ? { version: 2, root: own('', mounted) }
    : { version: 1, memory: own('memory', `${mounted}/memory`), pids: own('pids', `${mounted}/pids`) }
}

let prepared: Trees | undefined

/** Finds where this process may make groups. Throws when there is no such place: without limits nothing is run. */
export function trees(): Trees {
  if (prepared) return prepared
  const found = treesIn(read('/proc/self/cgroup'), existsSync(`${mounted}/cgroup.controllers`))
  if (found.version === 2) delegate(found.root)
  return (prepared = found)
}

/** Lets the groups in this one have limits. Such a group has no processes itself, so the runner moves into one beside its sandboxes. */
function delegate(root: string) {
  const controllers = read(`${root}/cgroup.controllers`).split(/\s+/)
  if (!controllers.includes('memory') || !controllers.includes('pids'))
    throw new Error('the control group of the runner has no memory and pids: see Delegate= in its unit')
  mkdirSync(`${root}/runner`, { recursive: true })
  for (const pid of processesIn(root)) move(pid, `${root}/runner`)
  writeFileSync(`${root}/cgroup.subtree_control`, '+memory +pids')
}

function move(pid: string, folder: string) {
  try {
    writeFileSync(`${folder}/cgroup.procs`, pid)
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The beginning of the names of our groups; after it comes the process that made them. */
const ours = 'readymade-'

/** Makes a group with limits. Its name is one of `nameOf`. */
export function makeControlGroup(name: string, { memory, processes }: Limits): ControlGroup {
  const place = trees()
  const roots = place.version === 2 ? [place.root] : [place.memory, place.pids]
  const folders = roots.map((root) => join(root, `${ours}${process.pid}-${name}`))
  const [memoryFolder, pidsFolder] = [folders[0]!, folders.at(-1)!]
  for (const folder of folders) mkdirSync(folder)
  if (place.version === 2) {
    set(memoryFolder, { 'memory.max': memory, 'memory.swap.max': 0, 'memory.oom.group': 1 })
    writeFileSync(join(pidsFolder, 'pids.max'), String(processes))
  } else {
    set(memoryFolder, { 'memory.limit_in_bytes': memory, 'memory.memsw.limit_in_bytes': memory })
    writeFileSync(join(pidsFolder, 'pids.max'), String(processes))
  }
  const peakFile = join(memoryFolder, place.version === 2 ? 'memory.peak' : 'memory.max_usage_in_bytes')
  return {
    folders,
    peak: () => (existsSync(peakFile) ? Number(read(peakFile)) : 0),
    empty: () => empty(pidsFolder),
    remove: () => remove(folders),
  }
}

/** Sets limits. The first has to be there; swap may not be counted on this machine. */
function set(folder: string, values: Record<string, number>) {
  for (const [at, [file, value]] of Object.entries(values).entries())
    if (at === 0 || existsSync(join(folder, file))) writeFileSync(join(folder, file), String(value))
}

async function empty(folder: string): Promise<number> {
  for (let tries = 0; tries < 250; tries++) {
    const left = processesIn(folder)
    if (left.length === 0) return 0
    if (existsSync(`${folder}/cgroup.kill`)) writeFileSync(`${folder}/cgroup.kill`, '1')
    else for (const pid of left) kill(Number(pid))
    await sleep(20)
  }
  return processesIn(folder).length
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went meanwhile.
  }
}

/** Removes the folders of an empty group. The kernel takes a moment to forget its dead. */
async function remove(folders: readonly string[]) {
  for (const folder of folders)
    for (let tries = 0; existsSync(folder); tries++)
      try {
        rmdirSync(folder)
      } catch (error) {
        if (tries > 100) throw error
        await sleep(20)
      }
}

/** Ends and removes the groups that a runner left when it was killed. */
export async function removeLeftGroups(isOfAnother: (pid: number) => boolean): Promise<void> {
  const place = trees()
  for (const root of place.version === 2 ? [place.root] : [place.pids, place.memory])
    for (const name of readdirSync(root)) {
      const maker = new RegExp(`^${ours}(\\d+)-`).exec(name)?.[1]
      if (maker === undefined || isOfAnother(Number(maker))) continue
      await empty(join(root, name))
      await remove([join(root, name)])
    }
}

/** Throws an error that says why when no group with limits can be made here. */
export async function tryControlGroups(): Promise<void> {
  await makeControlGroup('trial', { memory: 64 * 1024 * 1024, processes: 10 }).remove()
}

const read = (file: string) => readFileSync(file, 'utf8')
const processesIn = (folder: string) => read(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)
