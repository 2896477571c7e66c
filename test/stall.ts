/**
 * The longest piece of work that nothing else of this process could come in between, in milliseconds of its thread's
 * processor time: what other processes take of the machine does not count.
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
