import { writeFileSync } from 'node:fs'

/**
 * Lets this sandbox stand back behind the machine's own work. Where the kernel shares time out by session, it counts the
 * niceness of a process among those of its session alone, so the session gets one too: a third of a usual share, since
 * with less a busy machine makes slow projects look broken.
 */
export function standBack(): void {
  try {
    writeFileSync('/proc/self/autogroup', '5')
  } catch {
    // This kernel shares it out by process.
  }
}
