import { setImmediate } from 'node:timers/promises'

/**
 * Lets waiting connections in. One is accepted at each turn of the event loop (libuv), so that without this whoever comes
 * while long work is done piece by piece stands in the system's own queue, which knows neither turns nor deadlines: under five
 * times too many requests the p99 of a page was 4.6 s without it where it was 3.2 s with it, that of a list 7.9 s where it was
 * 1.2 s (decision 16).
 */
export async function acceptOthers(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}
