import { sql } from 'kysely'

import type { Connection } from './database/connection.ts'
import { clockSkew, logAlert } from './metrics.ts'

/** The seconds between the clocks of a process and of the database from which an alarm is logged. */
const alarmFrom = 5

/**
 * Compares the clock of this process with the database's, now and then every minute. The difference is the metric
 * `readymade_clock_skew_seconds`, and an alarm is logged each time that it comes to 5 seconds or more. While the database
 * does not answer nothing is compared. Resolves after the first comparison to the function that ends them.
 */
export async function followClock(db: Connection, milliseconds = 60_000): Promise<() => Promise<void>> {
  let isWrong = false
  const compare = async () => {
    const seconds = await secondsAhead(db)
    clockSkew.set(seconds)
    const wasWrong = isWrong
    isWrong = Math.abs(seconds) >= alarmFrom
    if (isWrong && !wasWrong) logAlert("The clock differs from the database's", { seconds })
  }
  let comparing: Promise<void> | undefined
  const compareIfAnswered = () =>
    (comparing ??= compare()
      .catch(() => {})
      .finally(() => (comparing = undefined)))
  const timer = setInterval(() => void compareIfAnswered(), milliseconds).unref()
  await compareIfAnswered()
  return async () => {
    clearInterval(timer)
    await comparing
  }
}

/** The seconds by which this clock is ahead, negative behind; 0 within what the call to the database takes. */
async function secondsAhead(db: Connection): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const after = Date.now()
  const there = rows[0]!.now.getTime()
  if (there < before) return (before - there) / 1000
  return Math.min(0, after - there) / 1000
}
