/** Whether this is the long run (`LONG=1`), which does all that the others do of a sample. */
export const isLong = Boolean(process.env.LONG)

/**
 * How often a test repeats something that docs/SECURITY.md promises of `all` times: in a sample of a fiftieth, unless
 * told another, five times as often in the long run, and all with `FAULTS=1`.
 */
export function repetitions(all: number, sample = Math.ceil(all / 50)): number {
  if (process.env.FAULTS) return all
  return Math.min(all, isLong ? 5 * sample : sample)
}
