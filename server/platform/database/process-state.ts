import { readFileSync } from 'node:fs'

/**
 * Whether a process runs. A process that has ended but is not reaped yet, which process 1 of a container may do late,
 * does not run, though its number is still in use.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Only Linux has this file.
    return true
  }
}
