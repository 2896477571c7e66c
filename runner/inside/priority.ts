import { writeFileSync } from 'node:fs'

/**
 * Lets this sandbox stand back behind the machine's own work. Where the kernel shares time out by session, it counts the
 * niceness of a process among those of its session alone, so the session gets one too: a sixth of a usual share, so that
 * two sandboxes take less than 15 % from a shop that keeps the machine busy. With less, slow projects look broken there.
 */
export function standBack(): void {
  try {
    writeFileSync('/proc/self/autogroup', '8')
  } catch {
    // This kernel shares it out by process.
  }
}
