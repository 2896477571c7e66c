import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

import { stepDown } from './account.ts'
import { makeControlGroup } from './control-groups.ts'
import { linesOf } from './lines.ts'
import { filterOfCalls } from './system-calls.ts'
import { ownEtc, viewOf } from './view.ts'

/** A command in a sandbox: its own namespaces, with limits that are held from outside. */
export interface BoxOptions {
  name: string
  command: readonly string[]
  mounts: readonly string[]
  /** Bytes of memory, and processes. */
  memory: number
  processes: number
  /** Bytes of its output that are read, all in all and of one line, before it is ended. */
  output: { bytes: number; line: number }
  /** A folder of this run on the disk, which gets a few kilobytes. */
  scratch: string
}

export interface Box {
  input: Writable
  lines: AsyncGenerator<string, void>
  /** What it wrote to its standard error last. */
  errors(): string
  /** Ends it and returns the most memory that it had in use, in bytes. */
  stop(): Promise<number>
}

/**
 * Joins the control groups that it is given, before anything else runs, and closes the files that the runner left open,
 * because they would stay open in the sandbox. 97: a group could not be joined.
 */
const joining = `until [ "$1" = -- ]; do echo $$ > "$1/cgroup.procs" || exit 97; shift; done; shift
for file in /proc/$$/fd/*; do [ "\${file##*/}" -gt 3 ] && eval "exec \${file##*/}>&-"; done; exec "$@"`

/** The size of the largest file that a sandbox writes, in bytes. */
const fileSize = 256 * 1024 * 1024

/** Starts a command in a sandbox. */
export function openBox({ name, command, mounts, scratch, output, ...limits }: BoxOptions): Box {
  const group = makeControlGroup(name, limits)
  const etc = Object.entries(ownEtc).map(([name, text]) => {
    const path = join(scratch, name)
    writeFileSync(path, text)
    return path
  })
  const filterFile = join(scratch, 'filter')
  writeFileSync(filterFile, filterOfCalls())
  const filter = openSync(filterFile, 'r')
  const chain = [
    'nice',
    '-n',
    '10',
    'prlimit',
    '--core=0',
    '--nofile=4096',
    `--fsize=${fileSize}`,
    '--',
    ...stepDown(),
    'bwrap',
    ...viewOf({ etc, mounts, command }),
  ]
  const child = spawn('/bin/bash', ['-c', joining, 'bash', ...group.folders, '--', ...chain], {
    stdio: ['pipe', 'pipe', 'pipe', filter],
    cwd: '/',
    env: { PATH: '/usr/bin:/usr/sbin:/bin:/sbin' },
  })
  closeSync(filter)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve())
  })
  let errors = ''
  child.stderr!.on('data', (piece: Buffer) => (errors = (errors + piece.toString()).slice(-2000)))
  // It may end before it has read everything; what it says then tells why.
  child.stdin!.on('error', () => {})
  return {
    input: child.stdin!,
    lines: linesOf(child.stdout!, output, () => child.kill('SIGKILL')),
    errors: () => errors,
    stop: async () => {
      await end(child, ended, group)
      const peak = group.peak()
      await group.remove()
      return peak
    },
  }
}

/** Ends a sandbox. The death of bwrap takes the whole process namespace along, whatever became a daemon in it. */
async function end(
  child: ChildProcess,
  ended: Promise<void>,
  group: ReturnType<typeof makeControlGroup>,
): Promise<void> {
  child.kill('SIGKILL')
  const left = await group.empty()
  if (left > 0) throw new Error(`${left} processes of a sandbox cannot be ended`)
  child.stdout!.destroy()
  child.stdin!.destroy()
  await ended
}
