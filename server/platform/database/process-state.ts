import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Whether a process runs. A process that has ended but is not reaped yet, which process 1 of a container may do late,
 * does not run, though its number is still in use.
 */
export function isRunning(pid: number): boolean {
  if (!isNumberUsed(pid)) return false
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Only Linux has this file.
    return true
  }
}

/** Whether a process has this number, be it one that has ended and is not reaped yet. */
export function isNumberUsed(pid: number): boolean {
  try {
    // 0 stands for this process and those that it started.
    return pid !== 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The name of a process's program, and its arguments with spaces between. Undefined when that cannot be known. */
export function programOf(pid: number): { name: string; options: string } | undefined {
  try {
    const [path = '', ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { name: basename(path), options: options.join(' ') }
  } catch {
    // Only Linux has this file.
  }
  try {
    const [path, options] = ['comm=', 'args='].map((column) =>
      execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim(),
    )
    return { name: basename(path!), options: options! }
  } catch {
    return undefined
  }
}
