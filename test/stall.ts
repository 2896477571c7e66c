import { isLong } from './long.ts'

/**
 * Measures the longest time in milliseconds for which some work blocked this process, in processor time of its thread,
 * so that other processes of the machine do not count.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let before = process.threadCpuUsage()
  let longest = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
  }
  const looking = setInterval(look, 5)
  try {
    await work()
  } finally {
    clearInterval(looking)
    look()
  }
  return longest / 1000
}

/**
 * A limit in milliseconds: as promised in the long run, and otherwise ten times as wide, so that it finds what grows
 * without end and never a busy machine.
 */
export const timeLimit = (milliseconds: number): number => (isLong ? milliseconds : 10 * milliseconds)
